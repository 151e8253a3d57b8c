import { isUuid } from '../../../database/lists.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { Prisma, ProfitRule } from '../../../generated/prisma/client.ts';
import { messages } from '../../../validation-messages.ts';

/** Whose traffic a rule is about; absent keeps, null means any. */
export interface RuleReferences {
  clientCompanyId?: string | null | undefined;
  countryId?: number | null | undefined;
  networkId?: number | null | undefined;
  networkBrandId?: string | null | undefined;
}

/**
 * The references of a rule as they would be: each must exist (the company in the team), the network and the brand must
 * lie in the country, and the network must carry the brand. Blamed is what the caller gave.
 */
export async function referenceErrors(
  tx: Prisma.TransactionClient,
  teamId: string,
  rule: ProfitRule,
  input: RuleReferences,
): Promise<FieldErrors> {
  const { clientCompanyId, countryId, networkId, networkBrandId } = input;
  const wrong: (keyof RuleReferences)[] = [];

  if (isGiven(clientCompanyId)) {
    const known = isUuid(clientCompanyId) && (await tx.clientCompany.count({ where: { id: clientCompanyId, teamId } }));
    if (!known) wrong.push('clientCompanyId');
  }
  if (countryId === undefined && networkId === undefined && networkBrandId === undefined) return texts(wrong);

  const wanted = {
    countryId: keep(countryId, rule.countryId),
    networkId: keep(networkId, rule.networkId),
    networkBrandId: keep(networkBrandId, rule.networkBrandId),
  };
  const country = isGiven(wanted.countryId)
    ? await tx.country.findUnique({ where: { id: wanted.countryId }, select: { id: true } })
    : undefined;
  const network = isGiven(wanted.networkId)
    ? await tx.network.findUnique({ where: { id: wanted.networkId }, select: { countryId: true, brandId: true } })
    : undefined;
  const brand = isGiven(wanted.networkBrandId) ? await findBrand(tx, wanted.networkBrandId) : undefined;

  if (country === null) wrong.push('countryId');
  if (network === null) wrong.push('networkId');
  if (brand === null) wrong.push('networkBrandId');
  if (country && network && network.countryId !== country.id) wrong.push(networkId ? 'networkId' : 'countryId');
  if (country && brand && brand.countryId !== country.id) wrong.push(networkBrandId ? 'networkBrandId' : 'countryId');
  if (network && brand && network.brandId !== brand.id) wrong.push(networkBrandId ? 'networkBrandId' : 'networkId');
  return texts(wrong);
}

function findBrand(tx: Prisma.TransactionClient, id: string) {
  if (!isUuid(id)) return null;
  return tx.networkBrand.findUnique({ where: { id }, select: { id: true, countryId: true } });
}

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

const keep = <T>(given: T | undefined, stored: T): T => (given === undefined ? stored : given);

const texts = (paths: readonly string[]): FieldErrors =>
  Object.fromEntries(paths.map((path) => [path, [messages.selected(path)]]));
