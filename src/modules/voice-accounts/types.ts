import type { Row } from '../../database/table.ts';
import type { VoiceAccount } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { VoiceProviderEnum } from './enums.ts';
import { voiceAccounts } from './loaders.ts';
import type { NewWebhookSecret } from './operations.ts';
import { overlapEndsAt } from './webhook-secrets.ts';

export const VoiceAccountType = builder.objectRef<Row<VoiceAccount>>('VoiceAccount').implement({
  description:
    'The team’s account with a voice provider. Its webhook secret (E12) is shown once, when it is made; only its hash is kept.',
  table: voiceAccounts,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    provider: t.expose('provider', { type: VoiceProviderEnum, description: 'The provider.' }),
    rotatedAt: t.expose('secretRotatedAt', {
      type: 'DateTime',
      nullable: true,
      columns: ['secretRotatedAt'],
      description: 'When its webhook secret was last rotated; null when never.',
    }),
    lastUsedAt: t.expose('secretLastUsedAt', {
      type: 'DateTime',
      nullable: true,
      columns: ['secretLastUsedAt'],
      description: 'When an event came with its webhook secret, to the minute; null when none has.',
    }),
    overlapEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      columns: ['previousSecretExpiresAt'],
      description: 'Until when the webhook secret before the last rotation is accepted, too; null when it is not.',
      resolve: (account) => overlapEndsAt(account),
    }),
    previousLastUsedAt: t.expose('previousSecretLastUsedAt', {
      type: 'DateTime',
      nullable: true,
      columns: ['previousSecretLastUsedAt'],
      description: 'When an event came with that one, to the minute; null when none has or there is none.',
    }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was archived: its secrets are refused from then on; null when it is not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

export const NewWebhookSecretType = builder.objectRef<NewWebhookSecret>('NewWebhookSecret').implement({
  description: 'A voice account with its new webhook secret, which is shown this once.',
  fields: (t) => ({
    voiceAccount: t.expose('voiceAccount', { type: VoiceAccountType, description: 'The account.' }),
    webhookSecret: t.exposeString('webhookSecret', {
      description: 'What the provider’s events (E12) carry in `X-Webhook-Secret` or as the bearer.',
    }),
  }),
});
