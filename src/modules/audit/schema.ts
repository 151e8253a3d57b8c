import type { Row } from '../../database/table.ts';
import type { AuditEntry } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { DateTimeRange, orderInput } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { MAY } from '../teams/rules.ts';
import { auditEntries } from './loaders.ts';
import { listAuditEntries } from './operations.ts';

const STATES =
  'Passwords, secrets, tokens, hashes and contents of files are left out; of a list the first 100 items are kept, of a text the first 2,000 characters; past 20,000 characters of JSON the longest fields are kept as their length.';

const AuditEntryType = builder.objectRef<Row<AuditEntry>>('AuditEntry').implement({
  description: 'One mutation that succeeded. Entries never change.',
  table: auditEntries,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'The person who did it; null for a team token.' }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail of that person at the time.' }),
    tokenId: t.exposeID('tokenId', {
      nullable: true,
      description: 'The session or team token it was done with; null for a sign-in.',
    }),
    action: t.exposeString('action', { description: 'Name of the mutation, also where it was asked for over REST.' }),
    targetType: t.exposeString('targetType', {
      nullable: true,
      description: 'Kind of the record it was about, e.g. `Offer`; null where it was not about one.',
    }),
    targetId: t.exposeID('targetId', { nullable: true, description: 'Id of that record.' }),
    address: t.exposeString('address', { description: 'The caller’s network address.' }),
    traceId: t.exposeString('traceId', { description: 'The trace it belongs to (E17), 32 lower-case hex digits.' }),
    input: t.expose('input', {
      type: 'JSON',
      description:
        'The arguments by name. Passwords, secrets, tokens and files are left out; of a list the first 100 items are kept, of a text the first 2,000 characters.',
    }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description: `The record as it was, by field; null where there was none. ${STATES}`,
    }),
    after: t.expose('after', {
      type: 'JSON',
      nullable: true,
      description: `The record as it became; null once it is deleted. Of a change of many records: \`{count}\`, how many. ${STATES}`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
  }),
});

const AuditEntryFilter = builder.inputType('AuditEntryFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    userId: t.field({ type: 'UUID', description: 'Done by this person.' }),
    tokenId: t.field({ type: 'UUID', description: 'Done with this session or team token.' }),
    action: t.string({ description: 'Exactly this mutation.' }),
    targetType: t.string({ description: 'About a record of this kind.' }),
    targetId: t.field({ type: 'UUID', description: 'About the record of this id.' }),
    traceId: t.string({ description: 'Of this trace.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When it was done.' }),
  }),
});

const AuditEntryOrder = orderInput('AuditEntry', { createdAt: 'When it was done.' });

builder.queryField('auditLog', (t) =>
  t.connection(
    {
      type: AuditEntryType,
      access: MAY.readAuditLog,
      description:
        'Who did what in the team, newest first unless ordered otherwise: one entry for every mutation that succeeded, on either face. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin.',
      args: {
        filter: t.arg({ type: AuditEntryFilter, description: 'Which entries.' }),
        orderBy: t.arg({ type: AuditEntryOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listAuditEntries(ctx, args, columns(info)),
    },
    { description: 'A page of audit entries.' },
    { description: 'An audit entry in a list.' },
  ),
);
