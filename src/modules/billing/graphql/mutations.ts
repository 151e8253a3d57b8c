import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord, NONE, REFUSED } from '../../../graphql/lists.ts';
import { deleteRecord } from '../../../records/delete-record.ts';
import { MAY } from '../../identity/teams/rules.ts';
import { createIntegration, updateIntegration } from '../integrations.ts';
import { INTEGRATION } from '../loaders.ts';
import { chargeIntegration, topUpIntegration } from '../operations.ts';
import {
  ChargeIntegrationInput,
  CreateIntegrationInput,
  TopUpIntegrationInput,
  UpdateIntegrationInput,
} from './inputs.ts';
import { IntegrationType, LedgerEntryType } from './types.ts';

const INVALID = '`VALIDATION_FAILED` lists fields that are out of range';

builder.mutationFields((t) => ({
  createIntegration: t.create({
    type: IntegrationType,
    access: MAY.manageBilling,
    description: `Creates an integration with a balance of 0. ${REFUSED}, ${INVALID}.`,
    input: CreateIntegrationInput,
    run: createIntegration,
  }),
  updateIntegration: t.change({
    type: IntegrationType,
    access: MAY.manageBilling,
    description: `Changes an integration. ${REFUSED}, ${NONE}, ${INVALID}.`,
    input: UpdateIntegrationInput,
    run: updateIntegration,
  }),
  deleteIntegration: t.change({
    type: DeletedRecord,
    access: MAY.manageBilling,
    changes: INTEGRATION,
    description: `Deletes an integration that never moved money. ${REFUSED}, ${NONE}, \`CONFLICT\` when it has a balance or entries in the ledger.`,
    run: (ctx, id) => deleteRecord(ctx, INTEGRATION, id),
  }),
  topUpIntegration: t.field({
    type: LedgerEntryType,
    access: MAY.manageBilling,
    creates: true,
    description: `Adds money to an integration’s balance and answers the ledger’s entry, in a repeat the first one’s. ${REFUSED}; \`NOT_FOUND\` when the team has no such integration, \`BAD_REQUEST\` when its balance is not kept here, \`CONFLICT\` when the request id was used with another amount or for a charge, ${INVALID}.`,
    args: { input: t.arg({ type: TopUpIntegrationInput, required: true, description: 'The money.' }) },
    resolve: (_root, { input }, ctx) => topUpIntegration(ctx, input),
  }),
  chargeIntegration: t.field({
    type: LedgerEntryType,
    access: 'POST /v1/billing/charge',
    creates: true,
    description:
      'Charges an integration’s balance and answers the ledger’s entry, in a repeat the first one’s (E7). `NOT_FOUND` when the team has no such integration, `BAD_REQUEST` when its balance is not kept here, `PAYMENT_REQUIRED` when too little is left, `CONFLICT` when the webhook request was charged with another cost.',
    args: { input: t.arg({ type: ChargeIntegrationInput, required: true, description: 'The charge.' }) },
    resolve: (_root, { input }, ctx) => chargeIntegration(ctx, input),
  }),
}));
