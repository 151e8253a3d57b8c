import { type MergedSource, mergedList } from '../../../database/reads/merged.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export const TIMELINE_KINDS = {
  MESSAGE: 'A message of a campaign.',
  DIRECT_MESSAGE: 'A one-off message, an answer or a test.',
  REPLY: 'A text message from the person.',
  CALL: 'A call, placed or taken.',
  CLICK: 'The first visit of a message’s link.',
  CONSENT: 'A statement about consent; STOP and START are among them.',
  SUPPRESSION: 'The number was put on the suppression list.',
  TAG: 'A tag that the contact has was given.',
  IMPORT: 'The import that wrote the contact last.',
} as const;

export type TimelineKind = keyof typeof TIMELINE_KINDS;

/** `id` is that of the record: for a click the message, for a tag the tag, for an import the data file. */
export interface TimelineEntry {
  id: string;
  at: string;
  kind: TimelineKind;
  reason: string | null;
}

/** Of the contact `v`. */
const sources = (teamId: string): Record<TimelineKind, MergedSource> => {
  const of = (table: string, at: string, whose: Prisma.Sql, kind: TimelineKind, id = 'id'): MergedSource => ({
    columns: Prisma.sql`${kind}::text AS kind, ${Prisma.raw(kind === 'SUPPRESSION' ? 'o.reason' : 'NULL')}::text AS reason`,
    from: Prisma.sql`${Prisma.raw(table)} o WHERE o.team_id = ${teamId}::uuid AND ${whose}`,
    at: Prisma.raw(`o.${at}`),
    id: Prisma.raw(`o.${id}`),
  });
  const contact = Prisma.sql`o.contact_id = v.id`;
  const number = Prisma.sql`o.number = v.number`;
  const clicked = Prisma.sql`${contact} AND o.time_clicked IS NOT NULL`;
  const imported = Prisma.sql`o.import_id = v.import_id AND o.started_at IS NOT NULL`;
  return {
    MESSAGE: of('sms_messages', 'created_at', contact, 'MESSAGE'),
    DIRECT_MESSAGE: of('direct_messages', 'created_at', contact, 'DIRECT_MESSAGE'),
    REPLY: of('sms_replies', 'received_at', contact, 'REPLY'),
    CALL: of('calls', 'created_at', Prisma.sql`${contact} AND o.deleted_at IS NULL`, 'CALL'),
    CLICK: of('sms_messages', 'time_clicked', clicked, 'CLICK'),
    CONSENT: of('consent_events', 'occurred_at', number, 'CONSENT'),
    SUPPRESSION: of('suppressed_numbers', 'created_at', number, 'SUPPRESSION'),
    TAG: of('contact_tags', 'created_at', contact, 'TAG', 'tag_id'),
    IMPORT: of('data_files', 'started_at', imported, 'IMPORT'),
  };
};

/** Newest first. */
export const readTimeline = mergedList<TimelineEntry, { kinds?: readonly TimelineKind[] | null }>(
  'contacts',
  (teamId, { kinds }) => {
    const all = sources(teamId);
    return kinds?.length ? [...new Set(kinds)].map((kind) => all[kind]) : Object.values(all);
  },
);
