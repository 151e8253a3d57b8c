import { builder } from '../../../graphql/builder.ts';
import { inputPair } from '../../../graphql/input-pair.ts';
import { UUID } from '../../../graphql/scalars.ts';

const ChargeMetaInput = builder.inputType('ChargeMetaInput', {
  description: 'What a charge is for.',
  fields: (t) => ({
    integrationId: t.id({
      required: true,
      description: 'The integration to charge.',
      extensions: { documented: UUID },
    }),
    reason: t.string({ required: true, description: 'What for, in 1 to 500 characters.' }),
    webhookRequestId: t.string({
      required: true,
      description: 'Idempotency key, a UUID: however often it is sent for an integration, the charge happens once.',
      extensions: { documented: UUID },
    }),
  }),
});

/** Not in the reference: every field is required. */
export const ChargeIntegrationInput = builder.inputType('ChargeIntegrationInput', {
  description: 'A charge against an integration’s balance (E7).',
  fields: (t) => ({
    cost: t.field({ type: 'Decimal', required: true, description: 'How much, more than 0, in the team’s currency.' }),
    meta: t.field({ type: ChargeMetaInput, required: true, description: 'What for.' }),
  }),
});

export const TopUpIntegrationInput = builder.inputType('TopUpIntegrationInput', {
  description: 'Money for an integration’s balance.',
  fields: (t) => ({
    integrationId: t.id({ required: true, description: 'The integration.' }),
    amount: t.field({ type: 'Decimal', required: true, description: 'How much, more than 0, in the team’s currency.' }),
    reason: t.string({ description: 'Where it comes from, in 1 to 500 characters.' }),
    requestId: t.string({
      required: true,
      description:
        'Idempotency key, a UUID of the caller’s choice: however often it is sent for an integration, and whenever, the top-up happens once.',
      extensions: { documented: UUID },
    }),
  }),
});

export const [CreateIntegrationInput, UpdateIntegrationInput] = inputPair('Integration', {
  create: 'A new outside service that is paid for.',
  update: 'What changes about an integration; omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    isBalanceManaged: t.boolean({
      required: true,
      defaultValue: true,
      description: 'Whether its balance is kept here; only then it can be topped up and charged.',
      onUpdate: 'Whether its balance is kept here. What is left stays for when it is kept here again.',
    }),
    lowBalance: t.field({
      type: 'Decimal',
      description: 'A balance below this is low, in the team’s currency, at least 0; null: none is.',
    }),
  }),
});
