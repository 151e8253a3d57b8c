import { type MergedSource, mergedList } from '../../../database/reads/merged.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export const TIMELINE_KINDS = {
  message: 'A message of a campaign.',
  direct_message: 'A one-off message, an answer or a test.',
  reply: 'A text message from the person.',
  call: 'A call, placed or taken.',
  click: 'The first visit of a message’s link.',
  consent: 'A statement about consent; STOP and START are among them.',
  suppression: 'The number was put on the suppression list.',
  tag: 'A tag that the contact has was given.',
  import: 'The import that wrote the contact last.',
} as const;

export type TimelineKind = keyof typeof TIMELINE_KINDS;

/** `id` is that of the record: for a click the message, for a tag the tag, for an import the data file. */
export interface TimelineEntry {
  id: string;
  contactId: string;
  at: string;
  kind: TimelineKind;
  reason: string | null;
}

/** Of the contact `v`. */
const sources = (teamId: string): Record<TimelineKind, MergedSource> => {
  const of = (table: string, at: string, whose: Prisma.Sql, kind: TimelineKind, id = 'id'): MergedSource => ({
    columns: Prisma.sql`v.id AS "contactId", ${Prisma.raw(kind === 'suppression' ? 'o.reason' : 'NULL')}::text AS reason`,
    kind,
    from: Prisma.sql`${Prisma.raw(table)} o WHERE o.team_id = ${teamId}::uuid AND ${whose}`,
    at: Prisma.raw(`o.${at}`),
    id: Prisma.raw(`o.${id}`),
  });
  const contact = Prisma.sql`o.contact_id = v.id`;
  const number = Prisma.sql`o.number = v.number`;
  const clicked = Prisma.sql`${contact} AND o.time_clicked IS NOT NULL`;
  const imported = Prisma.sql`o.import_id = v.import_id AND o.started_at IS NOT NULL`;
  return {
    message: of('sms_messages', 'created_at', contact, 'message'),
    direct_message: of('direct_messages', 'created_at', contact, 'direct_message'),
    reply: of('sms_replies', 'received_at', contact, 'reply'),
    call: of('calls', 'created_at', Prisma.sql`${contact} AND o.deleted_at IS NULL`, 'call'),
    click: of('sms_messages', 'time_clicked', clicked, 'click'),
    consent: of('consent_events', 'occurred_at', number, 'consent'),
    suppression: of('suppressed_numbers', 'created_at', number, 'suppression'),
    tag: of('contact_tags', 'created_at', contact, 'tag', 'tag_id'),
    import: of('data_files', 'started_at', imported, 'import'),
  };
};

/** Newest first. */
export const readTimeline = mergedList<TimelineEntry, { filter?: { kind?: readonly TimelineKind[] | null } | null }>(
  'contacts',
  (teamId, { filter }) => {
    const all = sources(teamId);
    return filter?.kind ? [...new Set(filter.kind)].map((kind) => all[kind]) : Object.values(all);
  },
);
