import { tables } from '../../../../database/tables.ts';
import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord } from '../../../../graphql/lists.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { replayWebhookDelivery, replayWebhookEvents, testWebhookEndpoint } from '../deliveries.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookEndpointSecret,
  updateWebhookEndpoint,
  WEBHOOK_ENDPOINT,
} from '../operations.ts';
import {
  CreateWebhookEndpointInput,
  ReplayWebhookEventsInput,
  RotateWebhookEndpointSecretInput,
  TestWebhookEndpointInput,
  UpdateWebhookEndpointInput,
} from './inputs.ts';
import {
  CreateWebhookEndpointPayload,
  ReplayWebhookEventsPayload,
  RotateWebhookEndpointSecretPayload,
  TestWebhookEndpointPayload,
  WebhookDeliveryType,
  WebhookEndpointType,
} from './types.ts';

const access = MAY.manageWebhooks;
const REFUSED = '`FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin';
const NONE = '`NOT_FOUND` when the team has none of this id';
const INVALID = '`VALIDATION_FAILED` lists fields that are out of range, and a URL of a private address';
const DISABLED = '`VALIDATION_FAILED` when the endpoint is disabled';

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    type: CreateWebhookEndpointPayload,
    access,
    creates: true,
    changes: { table: tables.WebhookEndpoint },
    description: `Creates a webhook endpoint, at most 20 per team, and returns its secret, which is shown this once. ${REFUSED}, ${INVALID}.`,
    args: { input: t.arg({ type: CreateWebhookEndpointInput, required: true, description: 'The new endpoint.' }) },
    resolve: (_root, { input }, ctx) => createWebhookEndpoint(ctx, input),
  }),
  updateWebhookEndpoint: t.change({
    type: WebhookEndpointType,
    access,
    description: `Changes a webhook endpoint. Pending deliveries go to its new URL. ${REFUSED}, ${NONE}, ${INVALID}.`,
    input: UpdateWebhookEndpointInput,
    run: updateWebhookEndpoint,
  }),
  rotateWebhookEndpointSecret: t.change({
    type: RotateWebhookEndpointSecretPayload,
    access,
    creates: true,
    changes: { table: tables.WebhookEndpoint },
    description: `Gives a webhook endpoint a new secret, shown this once, from the next request on. Until \`overlapHours\` are over the former one signs, too. ${REFUSED}, ${NONE}, ${INVALID}.`,
    input: RotateWebhookEndpointSecretInput,
    run: rotateWebhookEndpointSecret,
  }),
  testWebhookEndpoint: t.field({
    type: TestWebhookEndpointPayload,
    access,
    creates: true,
    changes: { table: tables.WebhookDelivery },
    description: `Sends a webhook endpoint an \`endpoint.test\` event, signed and tried again like any other. ${REFUSED}, ${NONE}, ${DISABLED}.`,
    args: { input: t.arg({ type: TestWebhookEndpointInput, required: true, description: 'Which endpoint.' }) },
    resolve: (_root, { input }, ctx) => testWebhookEndpoint(ctx, input.endpointId),
  }),
  replayWebhookDelivery: t.change({
    type: WebhookDeliveryType,
    access,
    creates: true,
    description: `Sends an event to an endpoint again, at once and with all its tries, whatever became of it before. It keeps its id. ${REFUSED}, ${NONE}, ${DISABLED}.`,
    run: replayWebhookDelivery,
  }),
  replayWebhookEvents: t.field({
    type: ReplayWebhookEventsPayload,
    access,
    creates: true,
    changes: 'many',
    description: `Sends an endpoint again the events of its types that were recorded since a moment, also those that it was not sent then. They keep their ids. ${REFUSED}, ${NONE}, ${DISABLED}.`,
    args: { input: t.arg({ type: ReplayWebhookEventsInput, required: true, description: 'Which events.' }) },
    resolve: (_root, { input }, ctx) => replayWebhookEvents(ctx, input),
  }),
  deleteWebhookEndpoint: t.change({
    type: DeletedRecord,
    access,
    changes: WEBHOOK_ENDPOINT,
    description: `Deletes a webhook endpoint; pending deliveries to it are not sent. ${REFUSED}, ${NONE}.`,
    run: deleteWebhookEndpoint,
  }),
}));
