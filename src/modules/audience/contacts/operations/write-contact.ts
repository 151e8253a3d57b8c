import { everyForm, mayHaveForms } from 'phone-numbers';
import { type Context, viewerOf } from '../../../../context.ts';
import { idIn, idOf } from '../../../../database/partitions.ts';
import { isUuid, loadById } from '../../../../database/reads/lists.ts';
import type { Row } from '../../../../database/table.ts';
import { tables } from '../../../../database/tables.ts';
import { all, COLLISION, type Tx } from '../../../../database/transaction.ts';
import { insertRow } from '../../../../database/write-row.ts';
import { type FieldErrors, NotFoundError } from '../../../../errors.ts';
import type { CreateContactInput, UpdateContactInput } from '../../../../generated/inputs.ts';
import { type Contact, Prisma } from '../../../../generated/prisma/client.ts';
import { numberOfId } from '../../../../input/numbers.ts';
import { messages } from '../../../../input/validation-messages.ts';
import { holdLines, linesOf } from '../../../../phone-numbers/lines-of.ts';
import { forget } from '../../../../records/forget.ts';
import { refuse } from '../../../../records/input-rules.ts';
import { unlessTaken } from '../../../../records/unless-taken.ts';
import { countGone, type GoneMessage, lockSendsOf, shrinkSendsOf } from '../../../delivery/engine/count-gone.ts';
import { judgeContactsAgain } from '../../../delivery/engine/judge-held.ts';
import { forgetAnswers } from '../../../delivery/engine/look-up.ts';
import { type Paid, refund } from '../../../delivery/engine/reserve.ts';
import { ERASED, erasedAmongWritten } from '../../../delivery/reach/erased-numbers.ts';
import { listedSince, markListed, suppressLines } from '../../../delivery/reach/suppress-lines.ts';
import { ownName } from '../../../delivery/receipts/own-name.ts';
import { markMessagesOf } from '../../../insight/reports/roll-ups/marks.ts';
import { readTagNames } from '../rules.ts';
import { readContact } from '../write-rules.ts';
import { CONTACT } from './contacts.ts';
import { attachTags, tagsNamed } from './tagging.ts';

/** Unsubscribed from the start when its number is on the suppression list. */
export async function createContact(ctx: Context, input: CreateContactInput): Promise<Row<Contact> & { tags?: [] }> {
  const { team } = viewerOf(ctx);
  const { tags: givenTags, ...given } = input;
  const tags = readTagNames(givenTags ?? []);
  const places = await placesOf(ctx, input);
  const { fields, errors } = readContact(given, places.country);
  const refused = { ...errors, ...tags.errors, ...places.errors };
  const judge = async () => refuse({ ...refused, ...(await lineErrors(ctx, fields.number)) });
  if (Object.keys(refused).length > 0) await judge();
  const rows = await tagsNamed(ctx.db, team.id, tags.names);
  const suppressed = listedSince(team.id, everyForm(fields.number!));
  const values = { ...fields, number: fields.number!, teamId: team.id, unsubscribedAt: Prisma.sql`s.created_at` };
  // One of several forms is held before it is written. Any other is judged in the same round trip: a refusal undoes what was written.
  const isHeld = mayHaveForms(String(fields.number));
  if (isHeld) await judge();
  const [contact] = await all([
    unlessTaken('number', insertRow(ctx.reader, tables.Contact, values, suppressed)),
    ...(isHeld ? [] : [judge()]),
  ]);
  const tagIds = rows.map(({ id }) => id);
  if (tagIds.length === 0) return { ...contact, tags: [] };
  await attachTags(ctx.db, team.id, [contact.id], tagIds);
  return contact;
}

export async function updateContact(ctx: Context, id: string, input: UpdateContactInput): Promise<Contact> {
  const { team } = viewerOf(ctx);
  const places = await placesOf(ctx, input);
  const { fields, errors } = readContact(input, places.country);
  refuse({ ...errors, ...places.errors, ...(await lineErrors(ctx, fields.number, id)) });
  const { number, ...others } = fields;
  if (number != null && isUuid(id)) {
    await forgetAnswers(ctx.db, { teamId: team.id, contactId: id, number });
    await markListed(ctx.db, team.id, Prisma.sql`c.id = ${id}::uuid`, Prisma.sql`c.number, ${number}::bigint`);
  }
  const [contact] = isUuid(id)
    ? await unlessTaken(
        'number',
        ctx.db.prisma.contact.updateManyAndReturn({
          where: { id, teamId: team.id },
          data: { ...others, ...(number !== undefined && { number: number! }) },
        }),
      )
    : [];
  if (!contact) throw new NotFoundError(CONTACT.thing);
  if (PLACES.some((field) => field in fields))
    await judgeContactsAgain(ctx.db, { teamId: team.id, contactIds: [contact.id] });
  return contact;
}

const PLACES = ['number', 'timezone', 'countryId', 'networkId'] as const;

/** Its messages go, its calls stay, and so does a suppressed number. */
export function deleteContact(ctx: Context, id: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  const remove = async (tx: Tx) => {
    if (!isUuid(id)) throw new NotFoundError(CONTACT.thing);
    const sql = tx;
    await lockContact(tx, team.id, id);
    await forget(tx, { id, teamId: team.id }, [
      ['calls', 'contact_id'],
      ['lookup_results', 'contact_id'],
      ['sms_replies', 'contact_id'],
      ['conversations', 'contact_id'],
      ['direct_messages', 'contact_id'],
    ]);
    const contact = await tx.row<{ number: string; unsubscribed_at: Date | null }>`
          DELETE FROM contacts WHERE id = ${id}::uuid AND team_id = ${team.id}::uuid RETURNING number, unsubscribed_at`;
    if (!contact) throw new NotFoundError(CONTACT.thing);
    // With its recipients locked, no further messages to it can be claimed.
    await markMessagesOf(sql, team.id, id);
    const gone = await deleteWithoutKeys(tx, team.id, id);
    await refund(
      sql,
      team.id,
      gone.filter(({ status }) => status === 'sending'),
      new Date(),
    );
    if (contact.unsubscribed_at) {
      const lines = new Set([contact.number, ...(await linesOf(tx, team.id, [contact.number]))]);
      await suppressLines(tx, team.id, [...lines], { reason: null, at: contact.unsubscribed_at });
    }
    await countGone(sql, team.id, gone);
    return { id };
  };
  // The engine settles its messages meanwhile.
  return ctx.db.transaction(remove, { again: COLLISION });
}

/** Before it is deleted, in the order of a turn: sends, recipients, contacts, balances, steps. */
export async function lockContact(tx: Tx, teamId: string, id: string): Promise<void> {
  await lockSendsOf(tx, teamId, id);
  for (const recipients of [Prisma.raw('sms_recipients'), Prisma.raw('voice_recipients')])
    await tx.rows`SELECT 1 FROM ${recipients} WHERE team_id = ${teamId}::uuid AND contact_id = ${id}::uuid FOR UPDATE`;
  await shrinkSendsOf(tx, teamId, id);
  await tx.rows`SELECT 1 FROM contacts WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid FOR UPDATE`;
}

interface HandedMessage {
  id: string;
  routeId: string;
  smsId: string | null;
}

/** Messages that are being handed over are settled without their row, so their price is refunded now. */
async function deleteWithoutKeys(tx: Tx, teamId: string, id: string): Promise<(GoneMessage & Paid)[]> {
  await tx.change`DELETE FROM contact_limits WHERE team_id = ${teamId}::uuid AND contact_id = ${id}::uuid`;
  const gone = await tx.rows<GoneMessage & Paid & HandedMessage>`
    DELETE FROM sms_messages WHERE team_id = ${teamId}::uuid AND contact_id = ${id}::uuid
    RETURNING id::text AS id, sms_send_id::text AS "sendId", step, status::text AS status, is_sent AS "isSent", is_clicked AS "isClicked",
      unsubscribed_method IS NOT NULL AS "hasUnsubscribed", cost::text AS cost, integration_id::text AS "integrationId",
      sms_routing_route_id::text AS "routeId", sms_id AS "smsId"`;
  const ids = gone.map((message) => message.id);
  await tx.change`DELETE FROM sms_link_events WHERE team_id = ${teamId}::uuid AND message_id = ANY(${ids}::uuid[])`;
  await tx.change`DELETE FROM sms_provider_messages p
    USING unnest(${gone.map(({ routeId }) => routeId)}::uuid[], ${gone.map(({ smsId }) => smsId)}::text[]) x(route, name)
    WHERE p.team_id = ${teamId}::uuid AND p.route_id = x.route AND p.provider_id = x.name`;
  await forgetPerson(tx, teamId, gone);
  return gone;
}

/** What an erasure finds by the ids of messages alone. */
async function forgetPerson(tx: Tx, teamId: string, gone: readonly HandedMessage[]): Promise<void> {
  const names = gone.flatMap(({ id, routeId: route, smsId }) => [smsId, ownName(id)].map((name) => ({ route, name })));
  await tx.change`UPDATE sms_receipts t SET numbers = '{}', reason = NULL
    WHERE t.team_id = ${teamId}::uuid AND ${idOf(
      Prisma.sql`t.id`,
      Prisma.sql`SELECT r.id FROM unnest(${names.map(({ route }) => route)}::uuid[], ${names.map(({ name }) => name)}::text[]) x(route, name)
        CROSS JOIN LATERAL (SELECT s.id FROM sms_receipts s WHERE s.team_id = ${teamId}::uuid
          AND s.route_id = x.route AND s.provider_id = x.name OFFSET 0) r`,
    )}`;
  await tx.change`DELETE FROM webhook_events t WHERE t.team_id = ${teamId}::uuid AND ${idIn(
    Prisma.sql`t.record_id`,
    gone.map(({ id }) => id),
  )}`;
}

async function placesOf(
  ctx: Context,
  { countryId, networkId }: UpdateContactInput,
): Promise<{ country: string | undefined; errors: FieldErrors }> {
  const [country, network] = await Promise.all([
    countryId == null ? undefined : loadById(ctx, tables.Country, numberOfId(countryId), ['iso2']),
    networkId == null ? undefined : loadById(ctx, tables.Network, numberOfId(networkId), ['id']),
  ]);
  return {
    country: country?.iso2,
    errors: {
      ...(country === null && { countryId: [messages.selected('countryId')] }),
      ...(network === null && { networkId: [messages.selected('networkId')] }),
    },
  };
}

async function lineErrors(ctx: Context, number: number | null | undefined, id?: string): Promise<FieldErrors> {
  const { team } = viewerOf(ctx);
  if (number != null && (await erasedAmongWritten(ctx.db, ctx.tokenKeys, team.id, [String(number)])).size > 0)
    return { number: [ERASED] };
  const others = number == null ? [] : everyForm(number).slice(1).map(BigInt);
  if (others.length === 0) return {};
  await holdLines(ctx.db, team.id);
  const owner = await ctx.db.prisma.contact.findFirst({
    where: { teamId: team.id, number: { in: others }, ...(id !== undefined && isUuid(id) && { id: { not: id } }) },
    select: { id: true },
  });
  return owner ? { number: [messages.taken('number')] } : {};
}
