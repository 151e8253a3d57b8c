import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { columnName } from '../../src/database/table.ts';
import { type Root, sample } from './schema-calls.ts';

/** A place in a field's arguments that names a record. */
export interface Slot {
  /** `input.meta.segmentIds.0` as steps; the first is the argument. */
  path: string[];
  /** `segmentIds` */
  name: string;
  /** Text: the record is named by what its own column of this name holds. */
  isText: boolean;
  /** The field cannot be asked without it. */
  isRequired: boolean;
}

/** Ids of the caller's own making or of somebody else's system, and of what all teams share. */
const NO_RECORDS = [
  'webhookRequestId',
  'requestId',
  'foreignId',
  // What recipients see.
  'senderId',
  'feedId',
  'feedIds',
  'externalId',
  'voiceProviderId',
  'networkBrandId',
  'countryId',
  'countryIds',
  'disallowedCountryIds',
  'fixedCountryId',
  'networkId',
  'networkIds',
];

/** Columns that have another name than the slots that take what they hold. */
const COLUMNS: Record<string, string> = { voiceSendId: 'voiceCampaignSendId' };

/** The column that holds what a slot takes, where a record names another one by it. */
export const columnOf = ({ name }: Slot): string => {
  const one = name.replace(/Ids$/, 'Id');
  return columnName(COLUMNS[one] ?? one);
};

const MAX_DEPTH = 5;

/** An order names every record of a list, so that one of ours alone is refused as one of theirs is. */
const isPartOfOrder = ({ field }: Root, { name }: Slot) => field.name.startsWith('reorder') && name === 'ids';

export const slotsOf = (root: Root): Slot[] =>
  root.field.args
    .flatMap((arg) => slotsIn(arg.type, arg.name, [arg.name], isRequiredArgument(arg)))
    .filter((slot) => !isPartOfOrder(root, slot));

function slotsIn(type: GraphQLInputType, name: string, path: string[], isRequired: boolean): Slot[] {
  const inner = getNullableType(type) as GraphQLInputType;
  if (isListType(inner)) return slotsIn(inner.ofType, name, [...path, '0'], false);
  if (isInputObjectType(inner)) {
    if (path.length > MAX_DEPTH) return [];
    return Object.values(inner.getFields()).flatMap((field) =>
      slotsIn(field.type, field.name, [...path, field.name], isRequired && isRequiredInputField(field)),
    );
  }
  if (NO_RECORDS.includes(name)) return [];
  const typeName = getNamedType(inner).name;
  const isText = typeName === 'String' && /Ids?$/.test(name);
  return isText || typeName === 'ID' ? [{ path, name, isText, isRequired }] : [];
}

/** The arguments with a slot filled, and whatever stands around it given what it needs. */
export function withSlot(
  { field }: Root,
  variables: Record<string, unknown>,
  { path }: Slot,
  value: unknown,
): Record<string, unknown> {
  const [first = '', ...steps] = path;
  const arg = field.args.find(({ name }) => name === first)!;
  return { ...variables, [first]: fill(variables[first], arg.type, steps, value) };
}

function fill(given: unknown, type: GraphQLInputType, [step, ...steps]: string[], value: unknown): unknown {
  if (step === undefined) return value;
  const inner = getNullableType(type) as GraphQLInputType;
  if (isListType(inner)) return [fill(undefined, inner.ofType, steps, value)];
  if (!isInputObjectType(inner)) throw new Error(`${step} leads nowhere`);
  const object = (given ?? sample(inner)) as Record<string, unknown>;
  return { ...object, [step]: fill(object[step], inner.getFields()[step]!.type, steps, value) };
}
