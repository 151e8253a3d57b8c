import { tables } from '../../../../database/tables.ts';
import { builder } from '../../../../graphql/builder.ts';
import { endAhead } from '../../../../records/end-ahead.ts';
import { MAX_OVERLAP_HOURS } from '../../../../records/previous-secrets.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { baseUrlOf } from '../open-providers.ts';
import { getSendingSettings, rotatePostbackSecret, rotatePreCheckSecret, updateSendingSettings } from '../settings.ts';

const ADMIN = '`FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin';

export const SendingSettingsType = builder.prismaObject('SendingSettings', {
  select: { teamId: true },
  fields: (t) => ({
    ...t.columns('contactFrom', 'contactUntil', 'helpText'),
    stopWords: t.exposeStringList('stopWords'),
    previousPostbackSecretExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      select: { previousPostbackSecretExpiresAt: true },
      description: 'Until when postbacks with a secret that was replaced are accepted, too; null when none are.',
      resolve: ({ previousPostbackSecretExpiresAt }) => endAhead(previousPostbackSecretExpiresAt),
    }),
    postbackUrl: t.field({
      type: 'String',
      select: { teamId: true },
      description: 'Where merchants report leads and sales, signed with the postback secret.',
      resolve: ({ teamId }, _args, ctx) => `${baseUrlOf(ctx)}/postbacks/${teamId}`,
    }),
  }),
});

builder.queryField('sendingSettings', (t) =>
  t.field({
    type: SendingSettingsType,
    access: 'viewer',
    description: 'Settings of all the team’s campaigns.',
    resolve: (_root, _args, ctx) => getSendingSettings(ctx),
  }),
);

const UpdateSendingSettingsInput = builder.inputType('UpdateSendingSettingsInput', {
  description: 'What changes about the team’s sending; omitted fields stay as they are.',
  fields: (t) => ({
    contactFrom: t.string({
      description:
        'HH:MM in the contact’s time zone from which contacts are reached; null with `contactUntil` for any time.',
    }),
    contactUntil: t.string({
      description: 'HH:MM until which they are reached; earlier than `contactFrom`: overnight.',
    }),
    stopWords: t.stringList({
      description:
        'Words besides the usual ones that suppress the sender’s number, at most 50 of 40 characters; null for none. Case, accents and punctuation do not matter.',
    }),
    helpText: t.string({ description: 'The answer to HELP, at most 480 characters; null for none.' }),
  }),
});

const RotatePostbackSecretInput = builder.inputType('RotatePostbackSecretInput', {
  description: 'How merchants change over to a new postback secret.',
  fields: (t) => ({
    overlapHours: t.int({
      required: true,
      defaultValue: 24,
      description: `Hours in which the former secret is accepted, too, 0 to ${MAX_OVERLAP_HOURS}. Each former one has its own hours, and at most five are kept. 0 refuses all of them at once: use it when one has leaked.`,
    }),
  }),
});

const PostbackSecretType = builder.objectRef<{ secret: string }>('RotatePostbackSecretPayload').implement({
  description: 'A new postback secret, which is shown this once.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The key of the HMAC-SHA256 of `event.click_id`.' }),
  }),
});

const PreCheckSecretType = builder.objectRef<{ secret: string }>('RotatePreCheckSecretPayload').implement({
  description: 'A new secret for pre-checks, which is shown this once.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'Signs the requests (Standard Webhooks), `whsec_…`.' }),
  }),
});

/** Of a mutation that changes the team's settings. */
export const ofTeam = {
  table: tables.SendingSettings,
  field: 'teamId',
  key: (_args: unknown, { team }: { team: { id: string } }) => team.id,
} as const;

builder.mutationFields((t) => ({
  updateSendingSettings: t.field({
    type: SendingSettingsType,
    access: MAY.manageSending,
    creates: false,
    changes: ofTeam,
    description: `Changes the settings of all the team’s campaigns, from the next message on. ${ADMIN}, \`VALIDATION_FAILED\` lists fields that are out of range.`,
    args: { input: t.arg({ type: UpdateSendingSettingsInput, required: true, description: 'What changes.' }) },
    resolve: (_root, { input }, ctx) => updateSendingSettings(ctx, input),
  }),
  rotatePostbackSecret: t.field({
    type: PostbackSecretType,
    access: MAY.manageSending,
    creates: true,
    changes: ofTeam,
    description: `Makes a new secret for postbacks. The former one is accepted for \`overlapHours\`. ${ADMIN}, \`VALIDATION_FAILED\` for hours that are out of range.`,
    args: {
      input: t.arg({
        type: RotatePostbackSecretInput,
        required: true,
        defaultValue: { overlapHours: 24 },
        description: 'How.',
      }),
    },
    resolve: (_root, { input }, ctx) => rotatePostbackSecret(ctx, input),
  }),
  rotatePreCheckSecret: t.field({
    type: PreCheckSecretType,
    access: MAY.manageSending,
    creates: true,
    changes: ofTeam,
    description: `Makes a new secret that signs the requests of pre-checks (\`preCheckUrl\` of a campaign’s meta); the former one signs no more. ${ADMIN}.`,
    resolve: (_root, _args, ctx) => rotatePreCheckSecret(ctx),
  }),
}));
