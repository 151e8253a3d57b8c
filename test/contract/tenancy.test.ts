import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIZES } from '../../prisma/seed/sizes.ts';
import { seedDemo } from '../../prisma/seed.ts';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { markAsTest } from '../support/calls.ts';
import { signIn } from '../support/people.ts';
import { everyIdOf, newestRecords, type RecordRow, recordTables, type Tables } from './every-table.ts';
import { columnOf, type Slot, slotsOf, withSlot } from './id-slots.ts';
import { idsUnder, linkAcrossTeams, pathsToRecords, recordFields, recordTypes } from './record-paths.ts';
import { accessOf, call, type Root, roots, sampleArguments, UNKNOWN } from './schema-calls.ts';

let app: TestApp;
let tables: Tables;
let mine: string;
let rival: string;
let theirs: Map<string, RecordRow>;
let theirIds: Set<string>;

/** The demo has some of everything, and a second team that has, too. */
beforeAll(async () => {
  app = await createTestApp({ GRAPHQL_MAX_NODES: 1_000_000, LOOKUP_PROVIDER: 'simulator' });
  const { db, pool } = app;
  await seedDemo({ ...app.services, db: app.sql, pool: app.pool }, undefined, { 1: SIZES[2], 2: SIZES[2] });
  tables = await recordTables(pool);
  [rival, mine] = (await db.team.findMany({ orderBy: { createdAt: 'asc' } })).map(({ id }) => id) as [string, string];
  // Nobody in the demo has consented by an imported file, is connected to the hub or was called as a test.
  for (const teamId of [rival, mine]) {
    const newest = await newestRecords(pool, tables, teamId);
    const { id } = newest.get('data_files')!;
    await markAsTest(db, teamId, newest.get('calls')!.id);
    // Who has accepted an invitation is a member: nothing finds it any more.
    await db.invitation.deleteMany({ where: { teamId, acceptedAt: { not: null } } });
    const { number } = await db.contact.findFirstOrThrow({ where: { teamId } });
    const said = { number, state: 'granted', source: 'import', occurredAt: new Date() } as const;
    const event = await db.consentEvent.create({ data: { ...said, teamId, dataFileId: id, line: 2 } });
    const decided = { eventId: event.id, since: event.occurredAt, state: event.state, number };
    await db.consent.create({ data: { ...decided, teamId, channel: 'voice', purpose: 'service' } });
    const { id: sellerEndpointId } = await db.sellerEndpoint.findFirstOrThrow({ where: { teamId } });
    const bind = { kind: 'receiver', address: '192.0.2.1', process: 'hub-1', boundAt: new Date() } as const;
    await db.hubConnection.create({ data: { ...bind, teamId, sellerEndpointId, leaseUntil: new Date('2999-01-01') } });
    await db.hubSender.create({ data: { teamId, sellerEndpointId, sender: `1415555010${teamId === mine ? 1 : 2}` } });
  }
  theirs = await newestRecords(pool, tables, rival);
  theirIds = await everyIdOf(pool, tables, rival);
});
afterAll(() => app.close());

const guarded = roots.filter((root) => accessOf(root) !== 'public');
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** What a slot takes of a record: what it holds under the slot's own name, else its id. */
function slotValue(slot: Slot, row: RecordRow): unknown {
  const column = columnOf(slot);
  // Campaigns, messages and endpoints have the plan under REST's name.
  return (
    row[column] ??
    (column === 'routing_plan_id' ? row.sms_routing_plan_id : undefined) ??
    (slot.isText ? undefined : row.id)
  );
}

/** Tables whose name the slot or the field bears first. */
function likelyFirst({ field }: Root, { name }: Slot): string[] {
  const text = `${field.name} ${name}`.toLowerCase();
  const score = (table: string) => {
    const singular = table.replaceAll('_', '').replace(/ies$/, 'y').replace(/s$/, '');
    return text.includes(singular) ? singular.length : 0;
  };
  return [...tables.keys()].sort((a, b) => score(b) - score(a));
}

interface Said {
  /** What does not depend on which id was given. */
  answer: string;
  ids: string[];
}

async function say(root: Root, variables: Record<string, unknown>, token: string, given: unknown): Promise<Said> {
  const { data, errors } = await call(app, root, variables, { token });
  // Compiled operations tell the two in another order.
  const body = JSON.stringify({ data, errors });
  const ids = (body.match(UUID) ?? []).filter((id) => id !== given);
  return { answer: body.replaceAll(String(given), '<id>').replace(UUID, '<uuid>').replace(TIME, '<time>'), ids };
}

/** The slots of a field that no record of ours made a difference in, and every way in which another team's showed. */
async function probe(root: Root): Promise<{ untouched: string[]; leaks: string[] }> {
  const slots = slotsOf(root);
  const untouched: string[] = [];
  const leaks: string[] = [];
  // The records of ours that made a difference, of what a field cannot be asked without.
  const bases = new Map<Slot, RecordRow>();
  for (const slot of slots) {
    const name = `${root.field.name}(${slot.path.join('.')})`;
    const ours = await newestRecords(app.pool, tables, mine);
    const token = await signIn(app, [[mine, 'owner']]);
    const least = sampleArguments(root);
    const said = new Map<string, Promise<Said>>();
    let touched = false;
    for (const table of likelyFirst(root, slot)) {
      const row = ours.get(table);
      const other = theirs.get(table);
      if (!row || !other || slotValue(slot, row) === undefined) continue;
      const around = bases.values().next().value ?? row;
      let variables = least;
      for (const one of slots.filter(({ isRequired }) => isRequired)) {
        const known = bases.get(one) ?? (slot.isRequired ? row : around);
        variables = withSlot(root, variables, one, slotValue(one, known));
      }
      const given = (value: unknown) => say(root, withSlot(root, variables, slot, value), token, value);

      const nobodys = JSON.stringify(withSlot(root, variables, slot, UNKNOWN));
      const missing = await (said.get(nobodys) ?? said.set(nobodys, given(UNKNOWN)).get(nobodys)!);
      const foreign = await given(slotValue(slot, other));
      if (foreign.answer !== missing.answer) leaks.push(`${name} ${table}: ${foreign.answer} unlike ${missing.answer}`);
      leaks.push(...foreign.ids.filter((id) => theirIds.has(id)).map((id) => `${name} ${table} shows ${id}`));
      const own = await given(slotValue(slot, row));
      if (own.answer === missing.answer) continue;
      touched = true;
      if (slot.isRequired) bases.set(slot, row);
      break;
    }
    if (!touched) untouched.push(name);
  }
  return { untouched, leaks };
}

test('another team’s id, wherever one is given, is as good as one that nobody has', async () => {
  const found = { untouched: [] as string[], leaks: [] as string[] };
  for (const root of guarded) {
    const { untouched, leaks } = await probe(root);
    found.untouched.push(...untouched);
    found.leaks.push(...leaks);
  }
  // A session is a person's own, in whichever team: modules/identity/auth/sessions.test.ts.
  expect(found).toEqual({ untouched: ['endSession(id)'], leaks: [] });
});

test('a record leads to no record of another team, even where its row points there', async () => {
  await linkAcrossTeams(app.pool, tables, mine, rival);
  const token = await signIn(app, [[mine, 'owner']]);
  const paths = pathsToRecords(schema);
  const unreached: string[] = [];
  const leaks: string[] = [];
  for (const type of recordTypes(schema)) {
    for (const field of recordFields(type)) {
      const name = `${type.name}.${field.name}`;
      const path = paths.get(type);
      const { data } = path ? await app.graphql(path(`{ parent: __typename ${idsUnder(field)} }`), { token }) : {};
      const text = JSON.stringify(data ?? null);
      if (!text.includes('"parent"')) unreached.push(name);
      leaks.push(...(text.match(UUID) ?? []).filter((id) => theirIds.has(id)).map((id) => `${name} shows ${id}`));
    }
  }
  expect({ unreached, leaks }).toEqual({ unreached: [], leaks: [] });
});
