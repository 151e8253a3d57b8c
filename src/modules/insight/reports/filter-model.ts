import { isObject } from 'plain-json';
import type { FieldErrors } from '../../../errors.ts';
import { type FilterOperator, OPERATORS } from '../../../input/operators.ts';
import { messages } from '../../../input/validation-messages.ts';
import { refuse } from '../../../records/input-rules.ts';
import { readSpan, type Span } from './days.ts';
import { fieldName, type ReportKey } from './key.ts';
import type { Report } from './report.ts';

// Not in the reference.
const MAX_CONDITIONS = 50;
const MAX_CHARACTERS = 2_048;
const MAX_VALUES = 1_000;

export type Operand = string | number | Span | Values;
export type Values = readonly (string | null)[];

export interface Condition {
  /** `isOneOf` is a set filter's, which has no `type`. */
  readonly operator: FilterOperator | 'isOneOf';
  readonly value: Operand | undefined;
  /** Inclusive. */
  readonly valueTo: Operand | undefined;
}

export interface KeyFilter {
  readonly key: ReportKey;
  readonly joined: 'AND' | 'OR';
  readonly conditions: readonly Condition[];
}

type Json = Readonly<Record<string, unknown>>;

export interface GivenFilters {
  /** AG-Grid's filter model. */
  readonly filters?: Json | null | undefined;
  /** A comparison of one key each, typed by GraphQL: `{ sentAt: { inRange: { from, to } } }`. */
  readonly where?: readonly Typed[] | null | undefined;
}

/** Of these fields one is given. */
type Typed = Readonly<Record<string, Json>>;

/** Both forms must hold, and each of their filters. Throws with every mistake. Days are days of the zone. */
export function readFilters(report: Report, { filters: model, where }: GivenFilters, zone: string): KeyFilter[] {
  const reading = new Reading(zone);
  const ofModel = Object.entries(model ?? {}).flatMap(([name, given]) => {
    const path = `filters.${name}`;
    const key = report.keys.get(name);
    if (key) return reading.filter(key, given, path);
    reading.refuse(path, messages.unknown(path));
    return [];
  });
  const keys = new Map([...report.keys.values()].map((key) => [fieldName(key.key), key]));
  const typed = (where ?? []).flatMap((given, at) =>
    Object.entries(given).flatMap(([field, compare]) =>
      reading.typed(keys.get(field)!, compare, `where.${at}.${field}`),
    ),
  );
  const filters = [...ofModel, ...typed];
  const count = filters.reduce((sum, { conditions }) => sum + conditions.length, 0);
  const most = typed.length > 0 ? 'where' : 'filters';
  if (count > MAX_CONDITIONS) reading.refuse(most, messages.atMostItems(most, MAX_CONDITIONS));
  refuse(reading.errors);
  return filters;
}

class Reading {
  readonly errors: FieldErrors = {};
  readonly #zone: string;

  constructor(zone: string) {
    this.#zone = zone;
  }

  refuse(path: string, text: string): undefined {
    this.errors[path] = [text];
  }

  filter(key: ReportKey, given: unknown, path: string): KeyFilter[] {
    // A grid sends null for a removed filter.
    if (given === null) return [];
    if (!isObject(given)) {
      this.refuse(path, messages.object(path));
      return [];
    }
    if (given.filterType === 'set') return this.#set(key, given.values, `${path}.values`);
    const { conditions, operator } = given;
    if (conditions === undefined && operator === undefined) {
      const condition = this.#condition(key, given, path);
      return condition ? [{ key, joined: 'AND', conditions: [condition] }] : [];
    }
    if (operator !== 'AND' && operator !== 'OR') this.refuse(`${path}.operator`, messages.selected(`${path}.operator`));
    this.#ofType(key, given, path);
    if (!Array.isArray(conditions) || conditions.length === 0) {
      this.refuse(`${path}.conditions`, messages.atLeastItems(`${path}.conditions`, 1));
      return [];
    }
    if (conditions.length > MAX_CONDITIONS) {
      this.refuse(`${path}.conditions`, messages.atMostItems(`${path}.conditions`, MAX_CONDITIONS));
      return [];
    }
    const read = conditions.flatMap(
      (condition: unknown, at) => this.#condition(key, condition, `${path}.conditions.${at}`) ?? [],
    );
    return [{ key, joined: operator === 'OR' ? 'OR' : 'AND', conditions: read }];
  }

  /** A comparison has one operator; none where it was refused. */
  typed(key: ReportKey, comparison: Json, place: string): KeyFilter[] {
    return Object.entries(comparison).flatMap(([name, given]): KeyFilter[] => {
      const path = `${place}.${name}`;
      if (name === 'isOneOf') return this.#set(key, given, path);
      const filter = (condition: Condition): KeyFilter[] => [{ key, joined: 'AND', conditions: [condition] }];
      if (name === 'isBlank') {
        return filter({ operator: given ? 'blank' : 'notBlank', value: undefined, valueTo: undefined });
      }
      const operator = name as FilterOperator;
      const operand = (value: unknown, at: string) => this.#operand(key, operator, value, at);
      if (operator !== 'inRange') return filter({ operator, value: operand(given, path), valueTo: undefined });
      const { from, to } = given as Json;
      return filter({ operator, value: operand(from, `${path}.from`), valueTo: operand(to, `${path}.to`) });
    });
  }

  #set(key: ReportKey, given: unknown, path: string): KeyFilter[] {
    const values = this.#values(key, given, path);
    return values
      ? [{ key, joined: 'AND', conditions: [{ operator: 'isOneOf', value: values, valueTo: undefined }] }]
      : [];
  }

  #values({ type }: ReportKey, given: unknown, path: string): Values | undefined {
    if (type === 'date') return this.refuse(path, messages.because(path, 'cannot be used: dates have no sets'));
    if (given === undefined || given === null) return this.refuse(path, messages.required(path));
    if (!Array.isArray(given)) return this.refuse(path, messages.array(path));
    if (given.length > MAX_VALUES) return this.refuse(path, messages.atMostItems(path, MAX_VALUES));
    return given.map((value: unknown, at): string | null => {
      const isNumber = Number.isFinite(value) || (typeof value === 'string' && /^-?\d{1,30}(\.\d{1,30})?$/.test(value));
      if (value === null || (type === 'number' ? isNumber : typeof value === 'string'))
        return value === null ? null : String(value);
      this.refuse(`${path}.${at}`, (type === 'number' ? messages.number : messages.string)(`${path}.${at}`));
      return null;
    });
  }

  #ofType({ type }: ReportKey, { filterType }: Json, path: string): void {
    const at = `${path}.filterType`;
    if (filterType !== undefined && filterType !== type) this.refuse(at, messages.selected(at));
  }

  #condition(key: ReportKey, given: unknown, path: string): Condition | undefined {
    if (!isObject(given)) return this.refuse(path, messages.object(path));
    this.#ofType(key, given, path);
    const operator = given.type as FilterOperator;
    if (!(OPERATORS[key.type] as readonly unknown[]).includes(operator)) {
      return this.refuse(`${path}.type`, messages.selected(`${path}.type`));
    }
    const names = key.type === 'date' ? ['dateFrom', 'dateTo'] : ['filter', 'filterTo'];
    const count = operator === 'blank' || operator === 'notBlank' ? 0 : operator === 'inRange' ? 2 : 1;
    const [value, valueTo] = names
      .slice(0, count)
      .map((name) => this.#operand(key, operator, given[name], `${path}.${name}`));
    return { operator, value, valueTo };
  }

  #operand({ type }: ReportKey, operator: FilterOperator, given: unknown, path: string): Operand | undefined {
    if (given === undefined || given === null) return this.refuse(path, messages.required(path));
    if (type === 'number') {
      return typeof given === 'number' && Number.isFinite(given) ? given : this.refuse(path, messages.number(path));
    }
    if (typeof given !== 'string')
      return this.refuse(path, type === 'date' ? messages.date(path) : messages.string(path));
    if (type === 'date') return readSpan(given, this.#zone) ?? this.refuse(path, messages.date(path));
    if (given === '' && operator !== 'equals' && operator !== 'notEqual')
      return this.refuse(path, messages.required(path));
    if (given.length > MAX_CHARACTERS) return this.refuse(path, messages.atMostCharacters(path, MAX_CHARACTERS));
    return given;
  }
}
