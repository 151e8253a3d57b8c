import type { InputFieldMap } from '@pothos/core';
import { getRefFromModel } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf } from '../../../graphql/connections.ts';
import { ORDER } from '../../../graphql/model-fields.ts';
import { columnsAs } from '../../../graphql/selection.ts';
import type { EitherFields } from '../either.ts';
import { OfferFilter, OfferOrder } from '../offers/graphql/inputs.ts';
import { AUDIENCE_PREVIEW, CONTACTS } from './counts.ts';
import { CampaignStatusEnum, SendTypeEnum } from './enums.ts';
import { CampaignLogFilter } from './inputs.ts';

/** The fields of the types are declared with them; these say what both have. */
const declared = (): never => {
  throw new Error('Each type has the field itself.');
};

export const CampaignProgressType = builder
  .interfaceRef<Record<keyof typeof CONTACTS, number>>('CampaignProgress')
  .implement({
    description: 'How far a campaign of either kind is in its present cycle, as it is counted at this moment.',
    fields: (t) => ({
      total: t.exposeInt('total', { description: CONTACTS.total }),
      queued: t.exposeInt('queued', { description: CONTACTS.queued }),
      held: t.exposeInt('held', { description: CONTACTS.held }),
      skipped: t.exposeInt('skipped', { description: CONTACTS.skipped }),
    }),
  });

const smsColumns = columnsAs('SmsCampaign');
const voiceColumns = columnsAs('VoiceCampaign');

/** What is selected of each type. */
export const fieldsOf = (info: GraphQLResolveInfo): EitherFields => ({
  SmsCampaign: smsColumns(info),
  VoiceCampaign: voiceColumns(info),
});

/** A row with the name of its type. */
export interface AnyCampaign {
  id: string;
  __typename?: 'SmsCampaign' | 'VoiceCampaign';
}

export const CampaignType = builder.interfaceRef<AnyCampaign>('Campaign').implement({
  description: 'A campaign of either kind.',
  fields: (t) => {
    const field = { resolve: declared };
    const list = (model: 'Log' | 'Offer', description: string, args: InputFieldMap = {}) => {
      const type = getRefFromModel(model, builder);
      return t.connection({ ...field, type, access: 'viewer', description, args }, ...connectionOf(builder, type));
    };
    return {
      id: t.exposeID('id', { description: 'Id, a UUID.' }),
      teamId: t.id({ ...field, description: 'The team it belongs to.' }),
      name: t.string({ ...field, description: 'Name.' }),
      status: t.field({ ...field, type: CampaignStatusEnum, description: 'Its status.' }),
      statusReason: t.string({ ...field, nullable: true, description: STATUS_REASON }),
      pausedAt: t.field({ ...field, type: 'DateTime', nullable: true, description: PAUSED_AT }),
      pauseReason: t.string({ ...field, nullable: true, description: PAUSE_REASON }),
      sendType: t.field({ ...field, type: SendTypeEnum, nullable: true, description: SEND_TYPE }),
      cycle: t.int({ ...field, description: 'One pass over the audience, from 1. Nobody is reached twice in it.' }),
      audiencePreview: t.int({ ...field, access: 'viewer', description: AUDIENCE_PREVIEW }),
      progress: t.field({
        ...field,
        type: CampaignProgressType,
        access: 'viewer',
        description: 'How far it is, at this moment.',
      }),
      offers: list('Offer', OFFERS, {
        filter: t.arg({ type: OfferFilter, description: 'Which of them.' }),
        orderBy: t.arg({ type: OfferOrder, description: ORDER }),
      }),
      logs: list('Log', LOGS, { filter: t.arg({ type: CampaignLogFilter, description: 'Which of them.' }) }),
      createdAt: t.field({ ...field, type: 'DateTime', description: 'When it was created.' }),
      updatedAt: t.field({ ...field, type: 'DateTime', description: 'When it last changed.' }),
    };
  },
});

export const STATUS_REASON =
  'Why it stopped or waits: the engine’s reason, or the one given to `stopCampaign`. Null while nothing keeps it.';
export const SEND_TYPE = 'How it decides when to send; null until it is set.';
export const OFFERS = 'What it sells, in the order the team gave them.';
export const LOGS = 'What happened to the campaign itself, newest first.';
const PAUSED_AT = 'When `pauseCampaign` paused it; null while it is not paused.';
const PAUSE_REASON = 'The reason given to `pauseCampaign`.';
