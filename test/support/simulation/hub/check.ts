import type { HubMessage } from '../../../../src/generated/prisma/client.ts';
import type { TestApp } from '../../app.ts';
import { staleRollUps } from '../../roll-ups.ts';
import type { ClientMessage, HubLog } from './log.ts';
import { destinationOf, INVALID, NUMBERS, SUPPRESSED } from './scenario.ts';
import { type HubTeam, UNITED_STATES } from './world.ts';

interface Seen {
  team: HubTeam;
  at: number;
  log: HubLog;
  rows: Map<string, HubMessage>;
  suppressed: Set<string>;
}

/** What is wrong, in sentences; empty: everything holds. From the client's and the provider's logs, by code of its own. */
export async function hubViolations(
  { db, pool }: Pick<TestApp, 'db' | 'pool'>,
  teams: readonly HubTeam[],
  log: HubLog,
  statistics: Record<string, number>,
): Promise<string[]> {
  const found: string[] = [];
  const all = new Map<string, HubMessage>();
  for (const [at, team] of teams.entries()) {
    const where = { teamId: team.teamId };
    const rows = new Map((await db.hubMessage.findMany({ where })).map((row) => [row.id, row]));
    const listed = await db.suppressedNumber.findMany({ where });
    const seen = { team, at, log, rows, suppressed: new Set(listed.map(({ number }) => String(number))) };
    for (const [id, row] of rows) {
      all.set(id, row);
      statistics[row.status] = (statistics[row.status] ?? 0) + 1;
      found.push(...ended(row, seen), ...priced(row, seen), ...receipts(row, seen));
    }
    for (const message of log.messages) if (message.team === at) found.push(...answered(message, seen));
    found.push(...(await money(pool, seen)), ...(await staleRollUps({ pool }, team.teamId)));
    const left = await db.hubReturn.count({ where });
    if (left > 0) found.push(`${left} receipts were never taken.`);
  }
  return [...found, ...reached(log, teams, all), ...unknowns(log, all)];
}

/** Each answer's id is one row, as it says; a reference is one message; a lost answer leaves one row at most. */
function answered(message: ClientMessage, { rows, log, suppressed, team }: Seen): string[] {
  const { text, attempts, reference, endpointId, to } = message;
  const found: string[] = [];
  const own = [...rows.values()].filter((row) => row.text === text);
  const accepted = own.filter(({ status }) => status !== 'rejected');
  if (own.length > attempts.length)
    found.push(`${text} was submitted ${attempts.length} times and has ${own.length} rows.`);
  if (reference !== null && accepted.length > 1) found.push(`${text} has ${accepted.length} rows of one reference.`);
  if (message.parts.length > 0) found.push(...answeredInParts(message, accepted.length, own));
  const ids = new Map<string, number>();
  const number = destinationOf(to);
  const stoppedAt = log.stopped.get(`${team.teamId} ${number}`) ?? Number.POSITIVE_INFINITY;
  for (const { answer, begun } of attempts) {
    if (answer === null) continue;
    const row = rows.get(answer.id);
    if (!row || row.text !== text || row.sellerEndpointId !== endpointId) {
      found.push(`${text} was answered with ${answer.id}, which is no row of it.`);
      continue;
    }
    if (answer.refusal !== row.refusal)
      found.push(`${answer.id} was answered ${answer.refusal} and is ${row.refusal}.`);
    if (answer.refusal === null) {
      ids.set(answer.id, (ids.get(answer.id) ?? 0) + 1);
      if (number === INVALID || number === SUPPRESSED) found.push(`${answer.id} to ${number} was accepted.`);
      const isFirst = ids.get(answer.id) === 1 && !answer.isRepeat;
      if (begun > stoppedAt && isFirst) found.push(`${answer.id} to ${number} was accepted after its STOP.`);
    } else if (!isRightlyRefused(answer.refusal, message, { suppressed, log })) {
      found.push(`${answer.id} was refused: ${answer.refusal}.`);
    }
  }
  if (reference === null && [...ids.values()].some((times) => times > 1)) found.push(`${text} shares a row.`);
  if (reference !== null && ids.size > 1) found.push(`${text} was answered with ${ids.size} ids.`);
  return found;
}

/** A part keeps its id, and parts that were all answered are one message. */
function answeredInParts({ text, parts }: ClientMessage, accepted: number, rows: readonly HubMessage[]): string[] {
  const found: string[] = [];
  if (accepted > 1) found.push(`${text} came in parts and has ${accepted} rows.`);
  for (const { ids } of parts) if (ids.size > 1) found.push(`A part of ${text} has ${ids.size} ids.`);
  const answered = parts.flatMap(({ ids }) => [...ids]);
  const isWhole = parts.every(({ ids, statuses }) => ids.size + statuses.size > 0);
  if (isWhole && !rows.some(({ partIds }) => answered.every((id) => partIds.includes(id))))
    found.push(`All parts of ${text} were answered, and it is no message.`);
  return found;
}

function isRightlyRefused(
  refusal: string,
  { to, endpointId }: ClientMessage,
  { suppressed, log }: Pick<Seen, 'suppressed' | 'log'>,
): boolean {
  if (refusal === 'not_allowed') return log.deleted.has(endpointId);
  if (refusal === 'invalid_number') return destinationOf(to) === INVALID;
  if (refusal === 'suppressed') return suppressed.has(destinationOf(to));
  return ['price_too_high', 'margin_too_low', 'balance'].includes(refusal);
}

const wasReached = (id: string, log: HubLog) => log.reached.some((one) => one.messageId === id);

/** In a state that can be explained, by what the provider did and told. */
function ended({ id, status, reason, smsId }: HubMessage, { log }: Seen): string[] {
  const found: string[] = [];
  const isReached = wasReached(id, log);
  const told = log.told.filter((one) => one.messageId === id);
  const isMatched = told.length > 0 && (smsId !== null || status !== 'unknown');
  if (status === 'queued' || status === 'sending') found.push(`${id} is ${status} for ever.`);
  if (['rejected', 'failed', 'expired', 'canceled', 'unknown'].includes(status) && !reason)
    found.push(`${id} is ${status} without a reason.`);
  if (['accepted', 'delivered'].includes(status) && !isReached) found.push(`${id} is ${status} and reached nobody.`);
  if (['rejected', 'expired', 'canceled'].includes(status) && isReached) found.push(`${id} is ${status} and went out.`);
  if (isMatched) {
    const is = told.some((one) => one.status === 'delivered') ? 'delivered' : 'failed';
    if (status !== is) found.push(`${id} is ${status}; its provider told ${is}.`);
  } else if (isReached && status !== 'accepted' && status !== 'unknown') {
    found.push(`${id} went out and is ${status}, of which its provider told nothing.`);
  }
  return found;
}

/** In millionths. */
function micros(decimal: unknown): bigint {
  const [whole = '', fraction = ''] = String(decimal).split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

/** As the rules say, to the last digit; nothing where nothing went out. */
function priced(row: HubMessage, { team, log }: Seen): string[] {
  const { id, status, refusal, text, number, clientCompanyId, sellerEndpointId, integrationId } = row;
  const price = micros(row.price.toFixed(6));
  const cost = micros(row.cost.toFixed(6));
  const isKept = wasReached(id, log) || status === 'unknown';
  const parts = BigInt(text.length > 160 ? Math.ceil(text.length / 153) : 1);
  const costs = team.scenario.routes.map((route) => micros(route.price) * parts);
  const profit = profitFor(team, row);
  const prices = costs.map((of) => profit(of, parts));
  const { minMargin, maxPrice } = team.scenario.endpoints[team.endpointIds.indexOf(sellerEndpointId)]!;
  const isTooDear = (one: bigint) => maxPrice !== null && one > micros(maxPrice);
  const earnsTooLittle = (one: bigint, of: bigint) => minMargin !== null && one - of < micros(minMargin);
  const found: string[] = [];
  if (refusal === 'price_too_high' || refusal === 'margin_too_low') {
    if (!prices.every((one, at) => isTooDear(one) || earnsTooLittle(one, costs[at]!)))
      found.push(`${id} was refused as ${refusal} at ${prices.join(' or ')}.`);
  }
  if (!isKept && (price > 0n || cost > 0n)) found.push(`${id} is ${status}, went nowhere and costs ${price}.`);
  if (!isKept) return found;
  if (!prices.includes(price)) found.push(`${id} to ${number} is priced ${price}, not ${prices.join(' or ')}.`);
  const ofRoute = costs[team.routeIds.indexOf(row.routeId ?? '')];
  if (cost !== ofRoute) found.push(`${id} costs ${cost}, not ${ofRoute}.`);
  if (earnsTooLittle(price, cost)) found.push(`${id} earns ${price - cost}.`);
  if (isTooDear(price)) found.push(`${id} is priced ${price}, above ${maxPrice}.`);
  const payer = team.companies.find((one) => one.id === clientCompanyId)?.integrationId ?? null;
  if (integrationId !== (price > 0n ? payer : null)) found.push(`${id} was charged to ${integrationId}.`);
  return found;
}

/** The company's rule before one of any; of the network, its brand, the country, any; of those alike the newest. */
function profitFor(team: HubTeam, { number, clientCompanyId, createdAt }: HubMessage) {
  const known = NUMBERS.find(({ digits }) => digits === String(number));
  const network = known && known.network !== null ? team.networks[known.network]! : null;
  const country = String(number).startsWith('1') ? UNITED_STATES : 276;
  for (const companyId of [clientCompanyId, null]) {
    const own = team.rules.filter((rule) => rule.companyId === companyId).reverse();
    const rule =
      own.find(({ networkId }) => networkId !== null && networkId === network?.id) ??
      own.find(({ brandId }) => brandId !== null && brandId === network?.brandId) ??
      own.find(({ countryId }) => countryId === country) ??
      own.find(({ networkId, brandId, countryId }) => networkId === null && brandId === null && countryId === null);
    if (!rule) continue;
    const { upcoming, marginType } = rule;
    const profit = micros(upcoming && createdAt.getTime() >= upcoming.at ? upcoming.profit : rule.profit);
    return (cost: bigint, parts: bigint) =>
      marginType === 'fixed'
        ? cost + profit * parts
        : (cost * (100_000_000n + profit) * 2n + 100_000_000n) / 200_000_000n;
  }
  return (cost: bigint) => cost;
}

const STATES: Record<string, number> = { delivered: 2, expired: 3, canceled: 4, failed: 5, rejected: 8 };

/** Every wanted receipt came, one of each part, and none of what had not happened. */
function receipts({ id, status, receipts: wish, sellerEndpointId, partIds }: HubMessage, { log }: Seen): string[] {
  const state = STATES[status];
  const isWished = wish === 'all' || (wish === 'failures' && status !== 'delivered');
  // One that was refused was answered so, but for the parts that came before.
  const answered = new Set(log.messages.flatMap(({ parts }) => parts.flatMap(({ ids }) => [...ids])));
  const subjects = partIds.length > 0 ? partIds : [id];
  const wanted = isWished && state ? subjects.filter((one) => status !== 'rejected' || answered.has(one)) : [];
  const found: string[] = [];
  for (const subject of subjects) {
    const own = log.receipts.filter((one) => one.id === subject);
    const isMissing = wanted.includes(subject) && !own.some((one) => one.state === state);
    if (isMissing && !log.deleted.has(sellerEndpointId))
      found.push(`${subject} is ${status}, and its client got ${own.length} receipts of something else.`);
    for (const one of own) {
      if (wish === 'none' || (wish === 'failures' && one.state === 2))
        found.push(`${subject} has a receipt nobody wanted.`);
      // One that failed may be delivered after all.
      const stored = STATES[one.stored ?? ''];
      if (stored !== one.state && !(stored === 2 && one.state === 5))
        found.push(`${subject} was ${one.stored} when its client was told ${one.state}.`);
    }
  }
  return found;
}

/** Nobody twice, nobody after a STOP, a cancellation or the end of the endpoint; each with its text. */
function reached(log: HubLog, teams: readonly HubTeam[], rows: ReadonlyMap<string, HubMessage>): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const references = new Set<string>();
  for (const { messageId, to, text, moment } of log.reached) {
    const row = rows.get(messageId);
    if (!row) {
      found.push(`${to} got ${messageId}, which has no row.`);
      continue;
    }
    if (seen.has(messageId)) found.push(`${messageId} went out twice.`);
    seen.add(messageId);
    if (row.text !== text || String(row.number) !== to) found.push(`${messageId} went out as another message.`);
    const message = log.messages.find((one) => one.text === text && teams[one.team]!.teamId === row.teamId)!;
    const isOne = message.reference !== null || message.parts.length > 0;
    if (isOne && references.has(`${row.teamId} ${text}`)) found.push(`${text} went out twice.`);
    references.add(`${row.teamId} ${text}`);
    if (moment > (log.stopped.get(`${row.teamId} ${to}`) ?? Number.POSITIVE_INFINITY))
      found.push(`${messageId} went out after the STOP of ${to}.`);
    if (moment > (log.deleted.get(row.sellerEndpointId) ?? Number.POSITIVE_INFINITY))
      found.push(`${messageId} went out after its endpoint was deleted.`);
  }
  for (const { canceledAt, attempts, text } of log.messages) {
    const [id] = attempts.flatMap(({ answer }) => (answer?.refusal === null ? [answer.id] : []));
    if (canceledAt === null || id === undefined) continue;
    if (rows.get(id)?.status !== 'canceled') found.push(`${text} was canceled and is ${rows.get(id)?.status}.`);
  }
  return found;
}

/** One lost answer, dead or hanging worker leaves one batch at the most. */
function unknowns({ interruptions }: HubLog, rows: ReadonlyMap<string, HubMessage>): string[] {
  const batches = new Set([...rows.values()].flatMap(({ status, batchId }) => (status === 'unknown' ? [batchId] : [])));
  return batches.size > interruptions
    ? [`${batches.size} batches are unknown after ${interruptions} interruptions.`]
    : [];
}

/** What is gone from a balance is what the rows say, and what the ledger says; no balance was ever below zero. */
async function money(pool: TestApp['pool'], { team, rows }: Seen): Promise<string[]> {
  const found: string[] = [];
  const { rows: ledger } = await pool.query<{ id: string; moved: string; lowest: string; now: string }>(
    `SELECT i.id, i.balance::text AS now,
        COALESCE(sum(CASE e.kind WHEN 'charge' THEN -e.amount ELSE e.amount END), 0)::numeric(18, 6)::text AS moved,
        COALESCE(min(e.balance_after), i.balance)::text AS lowest
      FROM integrations i LEFT JOIN ledger_entries e ON e.team_id = i.team_id AND e.integration_id = i.id
      WHERE i.team_id = $1 GROUP BY i.id, i.balance`,
    [team.teamId],
  );
  for (const { id, moved, lowest, now } of ledger) {
    const start = micros(team.integrations.find((one) => one.id === id)!.balance);
    let kept = 0n;
    for (const row of rows.values()) {
      if (row.integrationId === id) kept += micros(row.price.toFixed(6));
      if (row.payerId === id) kept += micros(row.cost.toFixed(6));
    }
    if (start - kept !== micros(now)) found.push(`Of ${start} ${kept} are kept, and ${micros(now)} are left.`);
    if (start + micros(moved) !== micros(now)) found.push(`Of ${start} ${moved} moved, and ${micros(now)} are left.`);
    if (micros(lowest) < 0n) found.push(`A balance was ${lowest}.`);
  }
  return found;
}
