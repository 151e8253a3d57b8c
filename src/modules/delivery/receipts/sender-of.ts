import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { canonicalNumber, everyForm, formsOf, readNumber, renumbered } from 'phone-numbers';
import { anyRow } from '../../../database/reads/any-row.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

import { MAY_BE_OUT } from './credit-stop.ts';

interface RouteKey {
  teamId: string;
  routeId: string;
}

export interface Sender {
  number: string | null;
  /** Whose it may be where it is ambiguous. */
  candidates: readonly string[];
}

const known = (number: string): Sender => ({ number, candidates: [] });

/**
 * A national number is the only one messaged over the route that ends so, else of the route's only country, else the only
 * one messaged over any route.
 */
export async function senderOf(tx: Tx, { teamId, routeId }: RouteKey, from: string): Promise<Sender> {
  const digits = from.replace(/\D/g, '');
  if (/^0*$/.test(digits)) return { number: null, candidates: [] };
  // No calling code begins with 0: some operators write a plus sign before a national number.
  if (digits.startsWith('00') || (from.startsWith('+') && !digits.startsWith('0')))
    return known(canonicalNumber(digits.replace(/^0+/, '')));
  const isNational = digits.startsWith('0');
  const overRoute = (numbers: readonly string[]) => reached(tx, teamId, numbers, routeId);
  if (!isNational && (await overRoute(everyForm(digits))).length > 0) return known(canonicalNumber(digits));
  const endingSo = numbersEndingSo(digits);
  const near = await overRoute(endingSo);
  if (near.length > 0) return oneOf(near);
  const country = await onlyCountryOf(tx, { teamId, routeId });
  const read = country === null ? null : readNumber(digits, country);
  if (read && (isNational || read.isMobile())) return known(read.digits);
  return isNational ? oneOf(await reached(tx, teamId, endingSo, null)) : known(canonicalNumber(digits));
}

function oneOf(reached: readonly string[]): Sender {
  const [first] = reached;
  const isOne = first !== undefined && reached.every((number) => everyForm(first).includes(number));
  return isOne ? known(first) : { number: null, candidates: reached };
}

const CALLING_CODES = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
const TRUNK_PREFIXES = ['', '0', '8', '06', '01', '044', '045'];

const numbersEndingSo = (digits: string): string[] =>
  TRUNK_PREFIXES.filter((prefix) => digits.startsWith(prefix))
    .map((prefix) => digits.slice(prefix.length))
    .flatMap((rest) => CALLING_CODES.map((code) => code + rest))
    .filter((number) => number.length >= 8 && number.length <= 15)
    // A contact may have the number of before it was renumbered.
    .flatMap((number) => [number, renumbered(number) ?? number, ...formsOf(number)]);

/** Which of the numbers were messaged, over a route or any. */
async function reached(
  tx: Tx,
  teamId: string,
  numbers: readonly string[],
  routeId: string | null,
): Promise<readonly string[]> {
  // Not with `=`, or PostgreSQL may look for all messages of the route instead of those of the number.
  const over = (column: Prisma.Sql) =>
    routeId === null ? Prisma.empty : Prisma.sql`AND ${column} IS NOT DISTINCT FROM ${routeId}::uuid`;
  const rows = await tx.rows<{ number: string }>`SELECT c.number::text AS number FROM contacts c
      WHERE c.team_id = ${teamId}::uuid AND c.number = ANY(${numbers}::bigint[]) AND ${anyRow(Prisma.sql`
        FROM sms_messages m WHERE m.team_id = ${teamId}::uuid AND m.contact_id = c.id
          ${over(Prisma.sql`m.sms_routing_route_id`)} AND ${MAY_BE_OUT}`)}
      UNION SELECT d.number::text FROM unnest(${numbers}::bigint[]) x(number)
      CROSS JOIN LATERAL (SELECT d.number, d.route_id, d.handed_at FROM direct_messages d
        WHERE d.team_id = ${teamId}::uuid AND d.number = x.number OFFSET 0) d
      WHERE d.handed_at IS NOT NULL ${over(Prisma.sql`d.route_id`)}
      UNION SELECT x.number::text FROM unnest(${numbers}::bigint[]) x(number) WHERE ${anyRow(Prisma.sql`
        FROM hub_messages h WHERE h.team_id = ${teamId}::uuid AND h.number = x.number ${over(Prisma.sql`h.route_id`)}
          AND (h.sent_at IS NOT NULL OR h.status IN ('sending', 'unknown'))`)}`;
  return [...new Set(rows.map(({ number }) => canonicalNumber(number)))];
}

async function onlyCountryOf(tx: Tx, { teamId, routeId }: RouteKey): Promise<string | null> {
  const rules = await tx.rows<{ iso2: string | null }>`
      SELECT DISTINCT o.iso2 FROM routing_plan_rules r LEFT JOIN countries o ON o.id = r.country_id
      WHERE r.team_id = ${teamId}::uuid AND (r.route_id = ${routeId}::uuid OR r.id IN (
        SELECT k.routing_plan_rule_id FROM routing_plan_candidates k
        WHERE k.team_id = ${teamId}::uuid AND k.route_id = ${routeId}::uuid)) LIMIT 2`;
  return rules.length === 1 ? rules[0]!.iso2 : null;
}
