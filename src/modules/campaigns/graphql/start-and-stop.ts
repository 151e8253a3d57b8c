import type { Context } from '../../../context.ts';
import type { CampaignStatus } from '../../../generated/prisma/client.ts';
import { builder } from '../../../graphql/builder.ts';
import { withEither } from '../either.ts';
import type { Campaign, CampaignKind } from '../kind.ts';
import { SMS } from '../sms/kind.ts';
import { type CampaignChange, pauseCampaign, resumeCampaign, startCampaign, stopCampaign } from '../start-and-stop.ts';
import { VOICE } from '../voice/kind.ts';
import { type AnyCampaign, CampaignType } from './campaign.ts';
import { CampaignStatusEnum } from './enums.ts';

interface Given {
  campaignId: string;
  reason?: string | null;
}

interface Payload {
  campaign: AnyCampaign;
  previousStatus: CampaignStatus;
  hasChanged: boolean;
}

type Act = <Of extends Campaign>(ctx: Context, kind: CampaignKind<Of>, given: Given) => Promise<CampaignChange<Of>>;

const change = (act: Act, ctx: Context, given: Given): Promise<Payload> =>
  withEither(ctx, given.campaignId, async (kind) => {
    const done = await act(ctx, kind, given);
    const __typename = kind.table.model as 'SmsCampaign' | 'VoiceCampaign';
    return { ...done, campaign: { ...done.campaign, __typename } };
  });

/** `startCampaign`, with its input and payload. */
function action(name: string, act: Act, description: string): void {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const input = builder.inputRef<Given>(`${type}Input`).implement({
    description: 'Which campaign, and why.',
    fields: (t) => ({
      campaignId: t.id({ required: true, description: 'An SMS or voice campaign.' }),
      reason: t.string({ description: 'Why, in at most 1,000 characters. The campaign’s log shows it.' }),
    }),
  });
  const payload = builder.objectRef<Payload>(`${type}Payload`).implement({
    description: 'The campaign, and what became of it.',
    fields: (t) => ({
      campaign: t.expose('campaign', { type: CampaignType, access: 'viewer', description: 'The campaign.' }),
      previousStatus: t.expose('previousStatus', { type: CampaignStatusEnum, description: 'Its status before.' }),
      hasChanged: t.exposeBoolean('hasChanged', { description: 'False when it was as wanted and stayed as it is.' }),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      access: 'viewer',
      creates: true,
      changes: [SMS, VOICE].map(({ table }) => ({ table, key: ({ input }) => (input as Given).campaignId })),
      description: `${description} \`NOT_FOUND\` when the team has no such campaign.`,
      args: { input: t.arg({ type: input, required: true, description: 'Which campaign, and why.' }) },
      resolve: (_root, args, ctx) => change(act, ctx, args.input),
    }),
  );
}

action(
  'startCampaign',
  startCampaign,
  'Starts an SMS or voice campaign and opens a send. It becomes `running`, or `pending` when its data names a later moment or it had failed; one that is going out stays as it is. `VALIDATION_FAILED` under `status` when it was sent already or is paused, and under every field that keeps it from reaching anybody, all at once. Of both kinds: `meta.sendType` and its data (missing, or hours and slots that never come), `meta.segmentIds` (none, or nobody in them; a feed brings its own contacts, so it needs a feed or a segment), `meta.hlrSettings.isActive` (no look-up provider). Of SMS: `texts` (none, or one with `{{ url }}` where no offer is sold), `meta.routingPlanId` (none, without a rule or default route, or a route without provider, credentials or connection). Of voice: numbers without a connected voice account of their provider, agents that speak over none of these, a send type other than `manual`, `recurring` and `feed`. The campaign’s log says when a route is simulated.',
);
action(
  'stopCampaign',
  stopCampaign,
  'Stops an SMS or voice campaign that waits or goes out, and its open sends. Nothing is handed over after the answer. It can be started again, which opens a new send. One that is stopped stays as it is but for a new reason, which `statusReason` keeps. `VALIDATION_FAILED` under `status` when it is neither under way nor stopped.',
);
action(
  'pauseCampaign',
  pauseCampaign,
  'Pauses an SMS or voice campaign that waits or goes out. Nothing is handed over after the answer; calls in progress are not ended. Its status and its open send stay as they are, and `pausedAt` and `pauseReason` are set; one that is paused keeps `pausedAt`, and a new reason replaces the old one. `VALIDATION_FAILED` under `status` when it is not under way.',
);
action(
  'resumeCampaign',
  resumeCampaign,
  'Resumes a paused SMS or voice campaign where the pause began. Contacts whose hours, steps or slots passed meanwhile are reached at their next moment. One that is not paused stays as it is. `VALIDATION_FAILED` under `status` when it is not under way.',
);
