import { builder } from '../../../../graphql/builder.ts';
import { LAST_ERROR } from '../../../delivery/routing/graphql/types.ts';
import { isVoiceAdapter } from '../../providers/settings.ts';
import type { VoiceAccountWithSecret } from '../adapter.ts';
import { eventsUrlOf } from '../events-url.ts';
import type { NewWebhookSecret } from '../operations.ts';
import { overlapEndsAt } from '../previous-credentials.ts';
import { VoiceAccountProviderEnum, VoiceProviderEnum } from './enums.ts';

export const VoiceAccountType = builder.prismaObject('VoiceAccount', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'name', 'maxConcurrentCalls', 'integrationId', 'pausedUntil', 'archivedAt'),
    ...t.columns('createdAt', 'updatedAt'),
    voiceProvider: t.expose('provider', { type: VoiceProviderEnum }),
    rotatedAt: t.expose('secretRotatedAt', { type: 'DateTime', nullable: true }),
    lastUsedAt: t.expose('secretLastUsedAt', { type: 'DateTime', nullable: true }),
    overlapEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      select: { previousSecretExpiresAt: true, previousAdapterCredentialsExpireAt: true },
      description:
        'Until when the webhook secret before the last rotation, or a signature by credentials that were replaced, is accepted, too; null when none is.',
      resolve: overlapEndsAt,
    }),
    previousLastUsedAt: t.expose('previousSecretLastUsedAt', {
      type: 'DateTime',
      nullable: true,
    }),
    provider: t.field({
      type: VoiceAccountProviderEnum,
      nullable: true,
      select: { adapter: true },
      description: 'Who places its calls; null: nobody, and no campaign calls over it.',
      resolve: ({ adapter }) => (isVoiceAdapter(adapter) ? adapter : null),
    }),
    isSimulated: t.field({
      type: 'Boolean',
      select: { adapter: true },
      description: 'Whether its calls reach nobody: its provider is the simulator.',
      resolve: ({ adapter }) => adapter === 'simulator',
    }),
    settings: t.expose('adapterSettings', { type: 'JSONObject' }),
    eventsUrl: t.field({
      type: 'String',
      select: { teamId: true, id: true, adapter: true },
      description:
        'Where its provider posts call events: E12 with the webhook secret in `X-Webhook-Secret`, or an address of the account’s own unless its provider is `http` or `simulator`.',
      resolve: (account, _args, ctx) => eventsUrlOf(ctx, account),
    }),
    lastError: t.field(LAST_ERROR),
    agents: t.list('agents', { access: 'viewer' }),
    numbers: t.list('numbers', { access: 'viewer' }),
    integration: t.one('integration', { access: 'viewer' }),
  }),
});

const newWebhookSecret = (name: string, description: string) =>
  builder.objectRef<NewWebhookSecret>(name).implement({
    description,
    fields: (t) => ({
      voiceAccount: t.expose('voiceAccount', { type: VoiceAccountType, description: 'The account.' }),
      secret: t.exposeString('webhookSecret', {
        description: 'What the provider’s events (E12) carry in `X-Webhook-Secret` or as the bearer. Shown this once.',
      }),
    }),
  });

export const CreateVoiceAccountPayload = newWebhookSecret(
  'CreateVoiceAccountPayload',
  'A new voice account with its webhook secret.',
);
export const RotateVoiceAccountSecretPayload = newWebhookSecret(
  'RotateVoiceAccountSecretPayload',
  'A voice account with its new webhook secret.',
);

export const VoiceAccountWithSecretType = builder
  .objectRef<VoiceAccountWithSecret>('SetVoiceAccountProviderPayload')
  .implement({
    description: 'A voice account and the signing secret that was made for its provider.',
    fields: (t) => ({
      voiceAccount: t.expose('voiceAccount', { type: VoiceAccountType, description: 'The account.' }),
      secret: t.exposeString('secret', {
        nullable: true,
        description:
          'The secret that was made, shown this once: for `http` the one that signs requests to its service, for providers whose events carry it the account’s webhook secret. Null when none was made.',
      }),
    }),
  });
