import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import type { Tx } from '../../../database/transaction.ts';
import { canonicalNumber, everyForm } from '../../../phone-numbers/canonical.ts';
import { readNumber } from '../../../phone-numbers/read-number.ts';
import { formsOf, renumbered } from '../../../phone-numbers/renumbered.ts';

import { MAY_BE_OUT } from './credit-stop.ts';

interface RouteKey {
  teamId: string;
  routeId: string;
}

/**
 * A national number is the only one messaged over the route that ends so, else of the route's only country. Null if
 * ambiguous.
 */
export async function senderOf(tx: Tx, route: RouteKey, from: string): Promise<string | null> {
  const digits = from.replace(/\D/g, '');
  if (/^0*$/.test(digits)) return null;
  // No calling code begins with 0: some operators write a plus sign before a national number.
  if (digits.startsWith('00') || (from.startsWith('+') && !digits.startsWith('0')))
    return canonicalNumber(digits.replace(/^0+/, ''));
  const isNational = digits.startsWith('0');
  if (!isNational && (await reachedOver(tx, route, everyForm(digits))).length > 0) return canonicalNumber(digits);
  const reached = await reachedOver(tx, route, numbersEndingSo(digits));
  const [first] = reached;
  if (first !== undefined) return reached.every((number) => everyForm(first).includes(number)) ? first : null;
  const country = await onlyCountryOf(tx, route);
  const read = country === null ? null : readNumber(digits, country);
  if (read && (isNational || read.isMobile())) return read.digits;
  return isNational ? null : canonicalNumber(digits);
}

const CALLING_CODES = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
const TRUNK_PREFIXES = ['', '0', '8', '06', '01', '044', '045'];

const numbersEndingSo = (digits: string): string[] =>
  TRUNK_PREFIXES.filter((prefix) => digits.startsWith(prefix))
    .map((prefix) => digits.slice(prefix.length))
    .flatMap((rest) => CALLING_CODES.map((code) => code + rest))
    .filter((number) => number.length >= 8 && number.length <= 15)
    .flatMap((number) => [renumbered(number) ?? number, ...formsOf(number)]);

async function reachedOver(tx: Tx, { teamId, routeId }: RouteKey, numbers: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ number: string }>`SELECT c.number::text AS number FROM contacts c
      WHERE c.team_id = ${teamId}::uuid AND c.number = ANY(${numbers}::bigint[]) AND EXISTS (
        SELECT FROM sms_messages m WHERE m.team_id = ${teamId}::uuid AND m.contact_id = c.id
          AND m.sms_routing_route_id = ${routeId}::uuid AND ${MAY_BE_OUT})`;
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
