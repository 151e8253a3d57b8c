import { builder } from '../../../../graphql/builder.ts';
import { columns } from '../../../../graphql/selection.ts';
import { getRecord } from '../../../../records/get-record.ts';
import { DataFileType } from '../../../audience/data-files/graphql/types.ts';
import { DATA_FILE } from '../../../audience/data-files/operations.ts';
import { CALL_EVENT } from '../../../voice/calls/call-events.ts';
import { CallEventType } from '../../../voice/calls/graphql/log-types.ts';
import { getEither } from '../../either.ts';
import { CampaignType, fieldsOf } from '../../graphql/campaign.ts';
import { SmsMessageType } from '../../graphql/sms-messages.ts';
import { SMS_MESSAGE } from '../../sms/messages.ts';
import { MOST_MESSAGES, watchCallEvents, watchCampaign, watchDataFile, watchMessages } from '../operations.ts';

builder.subscriptionFields((t) => ({
  campaignProgress: t.field({
    type: CampaignType,
    access: 'viewer',
    description:
      'Sends an SMS or voice campaign at once, and again after each change of it, its sends, messages or calls. Changes within 0.2 seconds are sent as one. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    subscribe: (_root, { id }, ctx) => watchCampaign(ctx, id),
    resolve: ({ id }, _args, ctx, info) => getEither(ctx, id, fieldsOf(info)),
  }),
  smsMessageChanged: t.field({
    type: SmsMessageType,
    access: 'viewer',
    description: `An SMS campaign’s messages from now on, each when its provider answered, a receipt came, its link was opened or its reader opted out. At most ${MOST_MESSAGES} a second: of a faster campaign some are not told, and none that change while the connection is lost. \`NOT_FOUND\` when the team has no such campaign.`,
    args: { smsCampaignId: t.arg.id({ required: true, description: 'The SMS campaign.' }) },
    subscribe: (_root, { smsCampaignId }, ctx) => watchMessages(ctx, smsCampaignId),
    resolve: ({ id }, _args, ctx, info) => getRecord(ctx, SMS_MESSAGE, id, columns(info)),
  }),
  dataFileProgress: t.field({
    type: DataFileType,
    access: 'viewer',
    description:
      'Sends a data file at once, and again after each step of its import. Steps within 0.2 seconds are sent as one. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    subscribe: (_root, { id }, ctx) => watchDataFile(ctx, id),
    resolve: ({ id }, _args, ctx, info) => getRecord(ctx, DATA_FILE, id, columns(info)),
  }),
  callEventReceived: t.field({
    type: CallEventType,
    access: 'viewer',
    description:
      'The team’s call events (E12) from now on, each when it was applied to its call, ignored, or given up. `NOT_FOUND` when the team has no voice campaign of this id.',
    args: { voiceCampaignId: t.arg.id({ description: 'Only events of calls of this voice campaign.' }) },
    subscribe: (_root, { voiceCampaignId }, ctx) => watchCallEvents(ctx, voiceCampaignId),
    resolve: ({ id }, _args, ctx, info) => getRecord(ctx, CALL_EVENT, id, columns(info)),
  }),
}));
