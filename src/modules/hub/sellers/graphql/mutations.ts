import { tables } from '../../../../database/tables.ts';
import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord } from '../../../../graphql/lists.ts';
import { deleteAhead, deleteRecord } from '../../../../records/delete-record.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { createClientCompany, updateClientCompany } from '../companies.ts';
import { createHubSender, HUB_SENDER } from '../hub-senders.ts';
import { COMPANY, ENDPOINT } from '../kinds.ts';
import {
  createSellerEndpoint,
  makeReturnsDueAhead,
  rotateSellerEndpointCallbackSecret,
  rotateSellerEndpointCredentials,
  updateSellerEndpoint,
} from '../seller-endpoints.ts';
import {
  CreateClientCompanyInput,
  CreateHubSenderInput,
  CreateSellerEndpointInput,
  RotateSellerEndpointCallbackSecretInput,
  RotateSellerEndpointCredentialsInput,
  UpdateClientCompanyInput,
  UpdateSellerEndpointInput,
} from './inputs.ts';
import {
  ClientCompanyType,
  HubSenderType,
  RotatedCallbackSecretType,
  RotatedCredentialsType,
  SellerEndpointType,
} from './types.ts';

const NONE = '`NOT_FOUND` when the team has none of this id';
const INVALID = '`VALIDATION_FAILED` lists fields that are out of range or name a record your team does not have';
const FORBIDDEN_PAIR =
  '`VALIDATION_FAILED` with `Forbidden username/password combination.` under both when the password contains the username or the username is taken';

builder.mutationFields((t) => ({
  createClientCompany: t.create({
    type: ClientCompanyType,
    access: 'viewer',
    description: `Creates a company of the hub. ${INVALID}.`,
    input: CreateClientCompanyInput,
    run: createClientCompany,
  }),
  updateClientCompany: t.change({
    type: ClientCompanyType,
    access: 'viewer',
    description: `Changes a company of the hub. ${NONE}, ${INVALID}.`,
    input: UpdateClientCompanyInput,
    run: updateClientCompany,
  }),
  deleteClientCompany: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: COMPANY,
    description: `Deletes a company of the hub. ${NONE}, \`CONFLICT\` as long as it has endpoints or profit rules.`,
    run: (ctx, id) => deleteRecord(ctx, COMPANY, id),
  }),
  createSellerEndpoint: t.create({
    type: SellerEndpointType,
    access: 'POST /v1/hub/endpoints',
    description: `Gives a seller a way to connect (E4). ${FORBIDDEN_PAIR}.`,
    input: CreateSellerEndpointInput,
    run: createSellerEndpoint,
  }),
  updateSellerEndpoint: t.change({
    type: SellerEndpointType,
    access: 'viewer',
    description: `Changes a seller endpoint, or switches it off and on. ${NONE}, ${INVALID}.`,
    input: UpdateSellerEndpointInput,
    ahead: makeReturnsDueAhead,
    run: updateSellerEndpoint,
  }),
  createHubSender: t.create({
    type: HubSenderType,
    access: 'viewer',
    description: `Has the replies to a sender, or those that begin with a keyword, go to a seller endpoint. ${INVALID}, or under \`sender\` that an endpoint has it with that keyword.`,
    input: CreateHubSenderInput,
    run: createHubSender,
  }),
  deleteHubSender: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: HUB_SENDER,
    description: `Ends that the replies to a sender go to its seller endpoint. ${NONE}.`,
    run: (ctx, id) => deleteRecord(ctx, HUB_SENDER, id),
  }),
  rotateSellerEndpointCredentials: t.change({
    type: RotatedCredentialsType,
    access: MAY.rotateSellerCredentials,
    creates: true,
    changes: { table: tables.SellerEndpoint },
    description: `Gives a seller endpoint another password, and another username where one is given; the former ones stop working. \`FORBIDDEN\` (\`Action not allowed\`) unless the viewer is an owner or admin; ${NONE}, ${FORBIDDEN_PAIR}.`,
    input: RotateSellerEndpointCredentialsInput,
    run: rotateSellerEndpointCredentials,
  }),
  rotateSellerEndpointCallbackSecret: t.change({
    type: RotatedCallbackSecretType,
    access: MAY.rotateSellerCredentials,
    creates: true,
    changes: { table: tables.SellerEndpoint },
    description: `Creates or replaces the secret that a seller endpoint’s callbacks are signed with, and shows it this once. A former one keeps signing, too, until \`overlapHours\` are over. \`FORBIDDEN\` (\`Action not allowed\`) unless the viewer is an owner or admin; ${NONE}, \`VALIDATION_FAILED\` when \`overlapHours\` is out of range.`,
    input: RotateSellerEndpointCallbackSecretInput,
    run: rotateSellerEndpointCallbackSecret,
  }),
  deleteSellerEndpoint: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: ENDPOINT,
    description: `Deletes a seller endpoint; its username is free again. From the beginning nobody signs in with it; messages of it that wait are canceled, and their price is given back. ${NONE}, \`CONFLICT\` as long as it has connections open.`,
    ahead: (ctx, id) => deleteAhead(ctx, ENDPOINT, id),
    run: (ctx, id) => deleteRecord(ctx, ENDPOINT, id),
  }),
}));
