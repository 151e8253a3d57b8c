import type { GraphQLEnumType } from 'graphql';
import { builder } from '../../../../graphql/builder.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import { MAY } from '../../teams/rules.ts';
import { auditEntryFilter, listAuditEntries } from '../operations.ts';

const STATES =
  'Passwords, secrets, tokens, hashes and contents of files are left out; of a list the first 100 items are kept, of a text the first 2,000 characters; past 20,000 characters of JSON the longest fields are kept as their length.';

/** Stored as the type’s name. */
const AuditTargetType = builder.enumType('AuditTargetType', {
  description: 'The types of records that mutations change.',
  // Those that mutations declare are added when the schema is built.
  values: { person: { value: 'Person', description: 'Of type `Person`, by a command of the operator.' } } as Record<
    string,
    { value: string; description: string }
  >,
  extensions: { hasAuditTargets: true },
});

const AuditEntryType = builder.prismaObject('AuditEntry', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'userId', 'email', 'tokenId', 'tokenName', 'action', 'address', 'traceId', 'createdAt'),
    targetType: t.field({
      type: AuditTargetType,
      nullable: true,
      select: { targetType: true },
      description: 'The type of the record it was about; null where it was not about one.',
      // A type may be renamed after its entries were written.
      resolve: ({ targetType }, _args, _ctx, { returnType }) =>
        (returnType as GraphQLEnumType).getValues().some(({ value }) => value === targetType) ? targetType : null,
    }),
    targetId: t.exposeID('targetId', { nullable: true }),
    input: t.expose('input', { type: 'JSON' }),
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
  }),
});

const AuditEntryFilter = filterInput(auditEntryFilter);

builder.queryField('auditLog', (t) =>
  t.page({
    type: AuditEntryType,
    access: MAY.readAuditLog,
    description:
      'Who did what in the team, newest first: one entry for every mutation that succeeded, over GraphQL or REST. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin.',
    filter: AuditEntryFilter,
    list: listAuditEntries,
    texts: { filter: 'Which entries.' },
  }),
);
