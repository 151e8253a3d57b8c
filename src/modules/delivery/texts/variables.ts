import { LiquidError, type Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import { chanceFrom } from '../../../chance.ts';
import type { FieldErrors } from '../../../errors.ts';
import { printable } from '../../../input/printable.ts';
import { messages } from '../../../input/validation-messages.ts';
import { templatesOf } from './compile-text.ts';
import { CHANCE, liquid } from './engine.ts';
import { MERGE_FIELDS, type MergeValues } from './merge-fields.ts';
import { TextMistake } from './spintax.ts';

/** What templates of variables may name. */
export interface VariableValues {
  contact: MergeValues;
  campaign: { id: string; name: string };
  offer: { id: string; name: string; url: string } | null;
}

const MAX_VARIABLES = 50;
const MAX_TEMPLATE = 1_600;
const MAX_WRITTEN = 10_000;
const NAME = /^[a-z]\w{0,63}$/i;

const KNOWN: ReadonlySet<string> = new Set([
  ...MERGE_FIELDS.filter((field) => field !== 'url').map((field) => `contact.${field}`),
  ...['contact.language', 'campaign.id', 'campaign.name', 'offer.id', 'offer.name', 'offer.url'],
]);

export const VARIABLE_FIELDS =
  '`contact.name` and the other merge fields of contacts, `contact.language`, `campaign.name`, `campaign.id`, `offer.name`, `offer.url` and `offer.id`';

export function variablesErrors(given: Record<string, unknown>, path: string): FieldErrors {
  const entries = Object.entries(given);
  if (entries.length > MAX_VARIABLES) return { [path]: [messages.atMostItems(path, MAX_VARIABLES)] };
  return Object.fromEntries(
    entries.flatMap(([name, template]): [string, string[]][] => {
      const error = errorOf(`${path}.${name}`, name, template);
      return error === null ? [] : [[`${path}.${name}`, [error]]];
    }),
  );
}

function errorOf(path: string, name: string, template: unknown): string | null {
  if (!NAME.test(name)) {
    return messages.because(path, 'has no valid name: a letter, then up to 63 letters, digits and underscores');
  }
  if (typeof template !== 'string') return messages.string(path);
  if (template.length > MAX_TEMPLATE) return messages.atMostCharacters(path, MAX_TEMPLATE);
  try {
    compile(template);
    return null;
  } catch (error) {
    if (error instanceof TextMistake) return messages.because(path, error.message);
    throw error;
  }
}

function compile(template: string): Template[] {
  const templates = templatesOf(template);
  const unknown = liquid.globalFullVariablesSync(templates).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new TextMistake(`uses {{ ${unknown} }}, which is not known`);
  return templates;
}

const compiled = new LRUCache<string, Template[]>({ max: 1_000 });

function compiledOnce(template: string): Template[] {
  const known = compiled.get(template);
  if (known) return known;
  const fresh = compile(template);
  compiled.set(template, fresh);
  return fresh;
}

/** Choices follow from the seed. A template that fails for this contact is named in the error. */
export function renderVariables(
  templates: Readonly<Record<string, string>>,
  values: VariableValues,
  seed: string,
): { variables: Record<string, string> } | { failed: string } {
  const variables: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates)) {
    const chance = chanceFrom(`${seed} ${name}`);
    try {
      const written = liquid.renderSync(compiledOnce(template), { ...values, [CHANCE]: chance }) as string;
      if (written.length > MAX_WRITTEN) return { failed: name };
      variables[name] = printable(written).trim();
    } catch (error) {
      if (error instanceof TextMistake || LiquidError.is(error)) return { failed: name };
      throw error;
    }
  }
  return { variables };
}
