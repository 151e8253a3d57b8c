import { createSigningSecret } from 'outgoing-requests';
import { type Context, viewerOf } from '../../../context.ts';
import { is, listFilter, listOf } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import type { FieldErrors } from '../../../errors.ts';
import type {
  CreateWebhookEndpointInput,
  RotateWebhookEndpointSecretInput,
  UpdateWebhookEndpointInput,
} from '../../../generated/inputs.ts';
import type { WebhookEndpoint } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord, type RecordKind } from '../../../records/change-record.ts';
import { missing, refuse, textOf, tooLong } from '../../../records/input-rules.ts';
import { addPrevious, overlapErrors } from '../../../records/previous-secrets.ts';
import { decrypted, encryptToken } from '../../../secrets.ts';
import { privateUrlErrors } from '../requests/private-hosts.ts';
import { urlErrors } from '../requests/url-errors.ts';

export const WEBHOOK_ENDPOINT: RecordKind<WebhookEndpoint> = {
  thing: 'Webhook endpoint',
  table: tables.WebhookEndpoint,
  isBusy: true,
};

export const webhookEndpointFilter = listFilter('WebhookEndpointFilter', {
  enabled: is('Boolean', 'Whether they are enabled.'),
});

export const listWebhookEndpoints = listOf(tables.WebhookEndpoint, webhookEndpointFilter);

export interface EndpointWithSecret {
  webhookEndpoint: WebhookEndpoint;
  secret: string;
}

const MAX_ENDPOINTS = 20;
const MAX_DESCRIPTION = 255;
const MAX_BATCH = 100;

export function createWebhookEndpoint(ctx: Context, input: CreateWebhookEndpointInput): Promise<EndpointWithSecret> {
  const { team } = viewerOf(ctx);
  const { url, description, eventTypes, enabled, batchSize } = input;
  return ctx.db.transaction(async (tx) => {
    refuse(inputErrors(ctx, input));
    // Endpoints that are created at once count each other.
    await tx.rows`SELECT 1 FROM teams WHERE id = ${team.id}::uuid FOR NO KEY UPDATE`;
    if ((await tx.prisma.webhookEndpoint.count({ where: { teamId: team.id, deletedAt: null } })) >= MAX_ENDPOINTS) {
      refuse({ url: [`A team has at most ${MAX_ENDPOINTS} webhook endpoints.`] });
    }
    const secret = createSigningSecret();
    const webhookEndpoint = await tx.prisma.webhookEndpoint.create({
      data: {
        teamId: team.id,
        url,
        description: textOf(description) ?? null,
        eventTypes: [...new Set(eventTypes)],
        enabled,
        batchSize: batchSize ?? null,
        secret: encryptToken(ctx.tokenKeys, secret),
      },
    });
    return { webhookEndpoint, secret };
  });
}

export function updateWebhookEndpoint(
  ctx: Context,
  id: string,
  input: UpdateWebhookEndpointInput,
): Promise<WebhookEndpoint> {
  const { url, description, eventTypes, enabled, batchSize } = input;
  return changeRecord(ctx, WEBHOOK_ENDPOINT, id, async (tx, { teamId, url: former }) => {
    refuse({
      ...inputErrors(ctx, input),
      ...missing(input, 'url', 'eventTypes', 'enabled'),
    });
    return tx.prisma.webhookEndpoint.update({
      where: { teamId_id: { teamId, id } },
      data: {
        url: url ?? undefined,
        description: textOf(description),
        eventTypes: eventTypes ? [...new Set(eventTypes)] : undefined,
        enabled: enabled ?? undefined,
        // What the former URL answered says nothing of the new one.
        ...((enabled || (url && url !== former)) && { failingSince: null, pausedUntil: null }),
        ...(enabled && { disabledReason: null }),
        batchSize,
      },
    });
  });
}

/** What is pending is not sent any more. */
export function deleteWebhookEndpoint(ctx: Context, id: string): Promise<{ id: string }> {
  return changeRecord(ctx, WEBHOOK_ENDPOINT, id, async (tx, { teamId }) => {
    await tx.prisma.webhookEndpoint.update({
      where: { teamId_id: { teamId, id } },
      data: { enabled: false, deletedAt: new Date() },
    });
    return { id };
  });
}

export function rotateWebhookEndpointSecret(
  ctx: Context,
  id: string,
  { overlapHours }: RotateWebhookEndpointSecretInput,
): Promise<EndpointWithSecret> {
  refuse(overlapErrors(overlapHours));
  const { tokenKeys } = ctx;
  return changeRecord(ctx, WEBHOOK_ENDPOINT, id, async (tx, { teamId, ...before }) => {
    const secret = createSigningSecret();
    const webhookEndpoint = await tx.prisma.webhookEndpoint.update({
      where: { teamId_id: { teamId, id } },
      data: {
        secret: encryptToken(tokenKeys, secret),
        ...addPrevious(tokenKeys, before, decrypted(tokenKeys, before.secret), overlapHours),
      },
    });
    return { webhookEndpoint, secret };
  });
}

function inputErrors(ctx: Context, input: Partial<Omit<UpdateWebhookEndpointInput, 'id'>>): FieldErrors {
  const { url, description, eventTypes, batchSize } = input;
  const tests = (eventTypes ?? []).flatMap((type, at) => (type === 'endpoint_test' ? [`eventTypes.${at}`] : []));
  return {
    ...privateUrlErrors(ctx, url, { path: 'url', of: 'The webhook endpoint' }),
    ...urlErrors('url', url),
    ...tooLong('description', description, MAX_DESCRIPTION),
    ...(eventTypes?.length === 0 && { eventTypes: [messages.atLeastItems('eventTypes', 1)] }),
    ...Object.fromEntries(tests.map((path) => [path, [messages.selected(path)]])),
    ...range('batchSize', batchSize, 1, MAX_BATCH),
  };
}

function range(name: string, value: number | null | undefined, least: number, most: number): FieldErrors {
  if (value == null) return {};
  if (value < least) return { [name]: [messages.atLeast(name, least)] };
  return value > most ? { [name]: [messages.atMost(name, most)] } : {};
}
