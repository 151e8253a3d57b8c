import type { FieldErrors } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Given } from './data-shape.ts';
import { json } from './json-column.ts';
import { feedData, hlrSettings, manualData, multistepData, plannerData, recurringData } from './meta-data.ts';

const DATA = { manualData, multistepData, plannerData, recurringData, feedData, hlrSettings };
type DataName = keyof typeof DATA;

/** Nested data of a meta as a request gives it: what is absent is kept, null clears, the rest is replaced as a whole. */
export type GivenData<Name extends DataName> = { [Key in Name]?: Given<(typeof DATA)[Key]> | null | undefined };

export const dataErrors = (meta: GivenData<DataName>): FieldErrors =>
  Object.assign({}, ...names(DATA).map((name) => meta[name] && DATA[name].errors(meta[name] as never, `meta.${name}`)));

export const dataColumns = <Name extends DataName>(meta: GivenData<Name>, columns: readonly Name[]) =>
  Object.fromEntries(
    columns.map((name) => [name, json(meta[name], (given) => DATA[name].stored(given as never))]),
  ) as Record<Name, ReturnType<typeof json>>;

/** `meta: null` clears every field of it. */
export const cleared = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<Field, null>;

/** The copy of a campaign's meta that a send keeps. */
export const metaSnapshot = <Campaign extends object>(campaign: Campaign, fields: readonly (keyof Campaign)[]) =>
  Object.fromEntries(fields.map((field) => [field, campaign[field]])) as Prisma.InputJsonObject;

/** What a duplicate of a campaign begins with; it has null where nothing is said. */
export const metaOfCopy = <Campaign extends object>(campaign: Campaign, fields: readonly (keyof Campaign)[]) =>
  Object.fromEntries(fields.flatMap((field) => (campaign[field] === null ? [] : [[field, campaign[field]]])));

const names = <Of extends object>(of: Of) => Object.keys(of) as (keyof Of)[];
