import { builder } from '../../../../graphql/builder.ts';
import { connectionOf } from '../../../../graphql/connections.ts';
import { ConsentEventType } from '../../../audience/consents/graphql/types.ts';
import { ContactType, TagType } from '../../../audience/contacts/graphql/types.ts';
import { DirectMessageType, ReplyType } from '../../../audience/conversations/graphql/types.ts';
import { DataFileType } from '../../../audience/data-files/graphql/types.ts';
import { CallType } from '../../../voice/calls/graphql/types.ts';
import { SmsMessageType } from '../../graphql/sms-messages.ts';
import { readTimeline, TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../timeline.ts';

const TimelineKindEnum = builder.enumType('TimelineKind', {
  description: 'Kinds of entries of a contact’s timeline.',
  values: Object.fromEntries(
    Object.entries(TIMELINE_KINDS).map(([kind, description]) => [kind, { description }]),
  ) as Record<TimelineKind, { description: string }>,
});

const TimelineFilter = builder.inputType('TimelineFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({ kind: t.field({ type: [TimelineKindEnum], description: 'Of one of these kinds.' }) }),
});

const NAMES = {
  message: 'TimelineMessage',
  direct_message: 'TimelineDirectMessage',
  reply: 'TimelineReply',
  call: 'TimelineCall',
  click: 'TimelineClick',
  consent: 'TimelineConsent',
  suppression: 'TimelineSuppression',
  tag: 'TimelineTag',
  import: 'TimelineImport',
} as const satisfies Record<TimelineKind, string>;

const TimelineEntryType = builder.interfaceRef<TimelineEntry>('TimelineEntry').implement({
  description: 'Something that happened with a contact.',
  resolveType: ({ kind }) => NAMES[kind],
  fields: (t) => ({
    id: t.id({
      description: 'Id of the entry. It is no record’s: several contacts have the same tag.',
      resolve: ({ id, contactId }) => `${contactId}:${id}`,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    kind: t.expose('kind', { type: TimelineKindEnum, description: 'What happened.' }),
  }),
});

/** Entries that lead to a record. */
const RECORDS = [
  ['message', 'message', SmsMessageType, 'The message'],
  ['direct_message', 'directMessage', DirectMessageType, 'The message'],
  ['reply', 'reply', ReplyType, 'The reply'],
  ['call', 'call', CallType, 'The call'],
  ['click', 'message', SmsMessageType, 'The message whose link was followed'],
  ['consent', 'consentEvent', ConsentEventType, 'The statement'],
  ['tag', 'tag', TagType, 'The tag'],
  ['import', 'dataFile', DataFileType, 'The imported file'],
] as const;

for (const [kind, field, type, text] of RECORDS) {
  builder.objectRef<TimelineEntry>(NAMES[kind]).implement({
    interfaces: [TimelineEntryType],
    description: TIMELINE_KINDS[kind],
    fields: (t) => ({
      [field]: t.byId(type, 'id', { access: 'viewer', description: `${text}; null when it was deleted since.` }),
    }),
  });
}

builder.objectRef<TimelineEntry>(NAMES.suppression).implement({
  interfaces: [TimelineEntryType],
  description: TIMELINE_KINDS.suppression,
  fields: (t) => ({
    reason: t.exposeString('reason', { nullable: true, description: 'Why, for the team’s own records.' }),
  }),
});

builder.prismaObjectField(ContactType, 'timeline', (t) =>
  t.connection(
    {
      type: TimelineEntryType,
      access: 'viewer',
      select: { id: true },
      description:
        'What happened with the contact, newest first: messages, replies, calls, clicks, consent, tags and imports.',
      args: {
        filter: t.arg({ type: TimelineFilter, description: 'Which of them.' }),
      },
      resolve: ({ id }, args, ctx) => readTimeline(ctx, id, args),
    },
    ...connectionOf(builder, TimelineEntryType),
  ),
);
