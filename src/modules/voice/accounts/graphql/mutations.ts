import { tables } from '../../../../database/tables.ts';
import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, NONE, REFUSED } from '../../../../graphql/lists.ts';
import { archiveRecord, restoreRecord } from '../../../../records/archive.ts';
import { deleteRecord } from '../../../../records/delete-record.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { setVoiceAccountProvider } from '../adapter.ts';
import {
  createVoiceAccount,
  revokePreviousSecret,
  rotateVoiceAccountSecret,
  updateVoiceAccount,
  VOICE_ACCOUNT,
} from '../operations.ts';
import {
  CreateVoiceAccountInput,
  RotateVoiceAccountSecretInput,
  SetVoiceAccountProviderInput,
  UpdateVoiceAccountInput,
} from './inputs.ts';
import {
  CreateVoiceAccountPayload,
  RotateVoiceAccountSecretPayload,
  VoiceAccountType,
  VoiceAccountWithSecretType,
} from './types.ts';

const INVALID = '`VALIDATION_FAILED` lists fields that are out of range';
const access = MAY.manageVoiceAccounts;

builder.mutationFields((t) => ({
  createVoiceAccount: t.create({
    type: CreateVoiceAccountPayload,
    access,
    changes: { table: tables.VoiceAccount },
    description: `Creates a voice account with a webhook secret. ${REFUSED}, ${INVALID}.`,
    input: CreateVoiceAccountInput,
    run: createVoiceAccount,
  }),
  updateVoiceAccount: t.change({
    type: VoiceAccountType,
    access,
    description: `Changes a voice account. ${REFUSED}, ${NONE}, ${INVALID}.`,
    input: UpdateVoiceAccountInput,
    run: updateVoiceAccount,
  }),
  setVoiceAccountProvider: t.change({
    type: VoiceAccountWithSecretType,
    access,
    creates: true,
    changes: { table: tables.VoiceAccount },
    description: `Sets the voice account’s provider, settings and credentials. Credentials are encrypted and never returned. The simulator is given a new webhook secret, and events with the former one are accepted for 24 hours. So are events that are signed by credentials that were replaced, at most five of them, unless the provider changes; nothing is sent with those. \`revokePreviousVoiceAccountSecret\` ends this at once. ${REFUSED}, ${NONE}, \`CONFLICT\` for an archived account and for another provider while calls are under way over it, ${INVALID}.`,
    input: SetVoiceAccountProviderInput,
    run: setVoiceAccountProvider,
  }),
  rotateVoiceAccountSecret: t.field({
    type: RotateVoiceAccountSecretPayload,
    access,
    creates: true,
    changes: { table: tables.VoiceAccount },
    description: `Gives a voice account a new webhook secret (E12). The former one is accepted until \`overlapEndsAt\`; only these two are. Where an overlap runs and nothing has used the secret that is replaced, the one before it stays accepted instead. A provider that is given the secret with each call (\`vapi\`, \`custom\`) may send up to five former ones, each until its own overlap ends. ${REFUSED}, ${NONE}, \`CONFLICT\` for an archived account, ${INVALID}.`,
    args: {
      id: t.arg.id({ required: true, description: 'The account’s id.' }),
      input: t.arg({
        type: RotateVoiceAccountSecretInput,
        required: true,
        defaultValue: { overlapHours: 24 },
        description: 'How.',
      }),
    },
    resolve: (_root, { id, input }, ctx) => rotateVoiceAccountSecret(ctx, id, input.overlapHours),
  }),
  revokePreviousVoiceAccountSecret: t.change({
    type: VoiceAccountType,
    access,
    description: `Refuses former webhook secrets, and signatures by credentials that were replaced, from now on. Without an overlap nothing changes. ${REFUSED}, ${NONE}.`,
    run: revokePreviousSecret,
  }),
  archiveVoiceAccount: t.change({
    type: VoiceAccountType,
    access,
    description: `Archives a voice account: its secrets are refused, and no number or agent can be given to it. ${REFUSED}, ${NONE}, \`CONFLICT\` while it runs a number or agent that is not archived or calls are under way over it.`,
    run: (ctx, id) => archiveRecord(ctx, VOICE_ACCOUNT, id),
  }),
  restoreVoiceAccount: t.change({
    type: VoiceAccountType,
    access,
    description: `Takes an archived voice account back into use, with the secret that it had. ${REFUSED}, ${NONE}.`,
    run: (ctx, id) => restoreRecord(ctx, VOICE_ACCOUNT, id),
  }),
  deleteVoiceAccount: t.change({
    type: DeletedRecord,
    access,
    changes: VOICE_ACCOUNT,
    description: `Deletes a voice account that was never used. ${REFUSED}, ${NONE}, \`CONFLICT\` when it runs numbers or agents, has received call events or calls are under way over it.`,
    run: (ctx, id) => deleteRecord(ctx, VOICE_ACCOUNT, id),
  }),
}));
