import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type Context, viewerOf } from '../../../context.ts';
import { all, type Db, type Tx } from '../../../database/transaction.ts';
import { ValidationError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { csvCell } from '../../../input/csv-cell.ts';
import { isStorableMoment } from '../../../input/moments.ts';
import { messages } from '../../../input/validation-messages.ts';
import { getRecord } from '../../../records/get-record.ts';
import { decimalOf, type Micros } from '../../delivery/engine/money.ts';
import { COMPANY } from '../sellers/kinds.ts';
import { pricedFor, type Terms } from '../traffic/decide.ts';
import { type Endpoint, readTerms } from '../traffic/read-terms.ts';
import { type PriceRule, priceRuleFor } from './price.ts';

const COLUMNS = [
  ...['endpoint', 'country', 'country_name', 'network', 'network_name'],
  ...['lowest_price', 'highest_price', 'valid_from'],
];

interface Destination {
  country: string;
  countryName: string;
  countryId: number;
  /** Null: the rest of the country, that is networks without a separate line, and numbers whose network is unknown. */
  networkId: number | null;
  networkBrandId: string | null;
  networkName: string;
}

interface Offer {
  validFrom: Date;
  /** Null: nothing goes there. */
  price: { lowest: Micros; highest: Micros } | null;
}

export function priceListUrl({ config }: Pick<Context, 'config'>, companyId: string, at: Date | null): string {
  const base = config.PUBLIC_URL ?? '';
  return `${base}/downloads/client-companies/${companyId}/prices.csv${at ? `?at=${at.toISOString()}` : ''}`;
}

/** `at`: null for now. Former prices are not kept: a moment that is past counts as now. */
export async function companyPriceList(
  ctx: Context,
  companyId: string,
  at: string | null,
): Promise<AsyncIterable<string>> {
  const { team } = viewerOf(ctx);
  await getRecord(ctx, COMPANY, companyId, ['id']);
  const now = new Date();
  const moment = at === null ? now : momentOf(at);
  return priceList(ctx.db, team.id, companyId, moment > now ? moment : now);
}

function momentOf(text: string): Date {
  const moment = new Date(text);
  if (!z.iso.datetime({ offset: true }).safeParse(text).success || !isStorableMoment(moment)) {
    throw new ValidationError({ at: [messages.date('at')] });
  }
  return moment;
}

/**
 * What a part costs the company at that moment and by the changes that are planned for later, endpoint by endpoint, country by
 * country. A network has lines of its own where its prices differ from those of its country.
 */
export async function* priceList(db: Db, teamId: string, companyId: string, at: Date): AsyncGenerator<string> {
  const { endpoints, terms, destinations } = await db.transaction((tx) => readAll(tx, teamId, companyId));
  yield `${COLUMNS.join(',')}\r\n`;
  for (const endpoint of endpoints) {
    const offersOf = (destination: Destination) => offers(destination, terms.get(endpoint.id)!, at);
    let lines = '';
    let ofCountry: Offer[] = [];
    for (const destination of destinations) {
      const own = offersOf(destination);
      if (destination.networkId === null) ofCountry = own;
      if (destination.networkId === null ? own.every(({ price }) => price === null) : isSame(own, ofCountry)) continue;
      for (const offer of own) lines += lineOf(endpoint, destination, offer);
    }
    if (lines !== '') yield lines;
    // Frees the prices found for this endpoint.
    terms.delete(endpoint.id);
    // Long lists let others have their turn.
    await setImmediate();
  }
}

async function readAll(tx: Tx, teamId: string, companyId: string) {
  // All of it as of one moment.
  await tx.rows`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`;
  const rows = await tx.rows<{ id: string }>`SELECT id FROM seller_endpoints
    WHERE team_id = ${teamId}::uuid AND client_company_id = ${companyId}::uuid`;
  const ids = rows.map(({ id }) => id);
  const [{ endpoints: found, terms }, destinations] = await all([
    readTerms(tx, teamId, ids, Prisma.empty),
    readDestinations(tx),
  ]);
  const endpoints = [...found.values()].sort((a, b) => (a.username < b.username ? -1 : 1));
  return { endpoints, terms, destinations };
}

/** Countries by their code, each before its networks. */
const readDestinations = (tx: Tx) =>
  tx.rows<Destination>`SELECT c.iso2 AS country, c.name AS "countryName", c.id AS "countryId", n.id AS "networkId",
      n.brand_id AS "networkBrandId", COALESCE(b.name, '') AS "networkName"
    FROM countries c
    CROSS JOIN LATERAL (SELECT NULL::int AS id, NULL::uuid AS brand_id
      UNION ALL SELECT o.id, o.brand_id FROM networks o WHERE o.country_id = c.id) n
    LEFT JOIN network_brands b ON b.id = n.brand_id
    ORDER BY c.iso2, n.id NULLS FIRST`;

/** The price at that moment and the one that its rule has planned, where that is another. */
function offers(destination: Destination, terms: Terms, at: Date): Offer[] {
  const now = offerAt(destination, terms, at);
  const rule = priceRuleFor(terms.rules, { ...destination, clientCompanyId: terms.clientCompanyId });
  const next = rule && plannedAfter(rule, at) ? offerAt(destination, terms, rule.appliedAt!) : null;
  return next && !isEqual(next, now) ? [now, next] : [now];
}

const plannedAfter = ({ upcomingProfit, appliedAt }: PriceRule, at: Date) =>
  upcomingProfit !== null && appliedAt !== null && appliedAt > at;

function offerAt(destination: Destination, terms: Terms, validFrom: Date): Offer {
  const priced = pricedFor(destination, terms, 1, validFrom);
  if (priced.kind === 'refuse') return { validFrom, price: null };
  const [first, ...others] = priced.left.map(({ price }) => price);
  const price = { lowest: first!, highest: first! };
  for (const one of others) {
    if (one < price.lowest) price.lowest = one;
    if (one > price.highest) price.highest = one;
  }
  return { validFrom, price };
}

const isEqual = ({ price: one }: Offer, { price: other }: Offer) =>
  one?.lowest === other?.lowest && one?.highest === other?.highest;

const isSame = (one: readonly Offer[], other: readonly Offer[]) =>
  one.length === other.length &&
  one.every((offer, at) => isEqual(offer, other[at]!) && offer.validFrom.getTime() === other[at]!.validFrom.getTime());

function lineOf({ username }: Endpoint, destination: Destination, { validFrom, price }: Offer): string {
  const { country, countryName, networkId, networkName } = destination;
  const cells = [username, country, countryName, networkId, networkName].map(csvCell);
  const prices = price ? [decimalOf(price.lowest), decimalOf(price.highest)] : ['', ''];
  return `${[...cells, ...prices, validFrom.toISOString()].join(',')}\r\n`;
}
