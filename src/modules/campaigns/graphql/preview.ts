import type { EnumRef } from '@pothos/core';
import { builder } from '../../../graphql/builder.ts';
import type { KeptByRule } from '../../delivery/engine/preview/kept.ts';
import type { Preview } from '../../delivery/engine/preview/preview.ts';
import { PREVIEW_DAYS, PREVIEW_YEARS } from '../preview.ts';
import { CampaignStatusEnum } from './enums.ts';

export const PREVIEW_ARGS = builder.args((t) => ({
  id: t.id({ required: true, description: 'Its id.' }),
  startAt: t.field({
    type: 'DateTime',
    description: `When it is started, at most ${PREVIEW_YEARS} years from now; a moment that has passed, null, or a campaign that goes out: now.`,
  }),
  days: t.field({
    type: 'PositiveInt',
    required: true,
    defaultValue: 7,
    description: `How many days it looks ahead, 1 to ${PREVIEW_DAYS}.`,
    extensions: { maximum: PREVIEW_DAYS },
  }),
}));

/** Contacts that a rule kept from `what`. */
export const keptType = <Rule, Status>(
  name: string,
  what: string,
  { rule, status }: { rule: EnumRef<never, Rule>; status: EnumRef<never, Status> },
) =>
  builder.objectRef<KeptByRule>(name).implement({
    description: `Contacts that one rule kept from ${what}. A contact counts once under each rule that kept it.`,
    fields: (t) => ({
      status: t.expose('status', {
        type: status as never,
        description: '`held`: for a time. `skipped`: for good.',
      } as never),
      rule: t.expose('rule', { type: rule as never, description: 'The rule.' } as never),
      reason: t.exposeString('reason', { description: 'The same in plain words.' }),
      contacts: t.exposeInt('contacts', { description: 'How many contacts, at least 1.' }),
      since: t.expose('since', { type: 'DateTime', description: 'When the first of them was kept.' }),
      until: t.expose('until', {
        type: 'DateTime',
        nullable: true,
        description: 'Until when the last of them is held; null: skipped.',
      }),
    }),
  });

type Fields<Of> = PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], Of>;

/** Fields of previews of either kind of campaign. */
export const previewFields = <Of extends Preview & { notes: string[] }>(t: Fields<Of>) => ({
  from: t.field({
    type: 'DateTime',
    description: 'The moment at which the preview begins.',
    resolve: ({ from }: Of) => from,
  }),
  until: t.field({ type: 'DateTime', description: 'How far it looks ahead.', resolve: ({ until }: Of) => until }),
  contacts: t.int({
    description: 'Contacts that it looked at, at most 10,000, on the embedded database 2,000.',
    resolve: ({ contacts }: Of) => contacts,
  }),
  waiting: t.int({
    description: 'Contacts that still wait in the end.',
    resolve: ({ waiting }: Of) => waiting,
  }),
  isCut: t.boolean({
    description: 'Whether there was more than a preview looks at; `notes` say what.',
    resolve: ({ cutBy }: Of) => cutBy.length > 0,
  }),
  notes: t.stringList({
    description: 'What was cut and what nobody can know beforehand, in plain words.',
    resolve: ({ notes }: Of) => notes,
  }),
  status: t.field({
    type: CampaignStatusEnum,
    description: 'The campaign’s status at the end.',
    resolve: ({ status }: Of) => status,
  }),
  statusReason: t.string({
    nullable: true,
    description: 'Why, where there is a reason.',
    resolve: ({ statusReason }: Of) => statusReason,
  }),
});
