import { ui as t } from '../texts/first.ts';
import { words } from './format.ts';

interface Place {
  name: string;
  label: string;
  at?: readonly string[];
}

/** `Segment` of `meta.segmentIds`. */
export const wordsOfPath = (path: string): string =>
  words(path.replace(/\.\d+$/, '').replace(/^.*\.(sms)?/, '')).replace(/ ids?$/, '');

/** A path in a sentence of the API, in lower case. */
const ofPath = (path: string) =>
  path
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();

/** What the API says in English, in the reader's language where its texts have it. */
export function inWords(text: string): string {
  const known = t.sentences.find(([said]) => said.test(text));
  return known ? text.replace(known[0], known[1]) : text;
}

/** `The meta.planner data.days of week field is required.` as `"Hours" is required.` */
export function withName(text: string, path: string, name: string): string {
  const [start] = /^The (selected )?/.exec(text) ?? [''];
  const rest = text.slice(start.length);
  const whole = ofPath(path);
  const isNamed = start && rest.toLowerCase().startsWith(`${whole} `);
  return inWords(isNamed ? `"${name}" ${rest.slice(whole.length + 1).replace(/^field /, '')}` : text);
}

const isOf = (path: string, name: string) => `${path}.`.startsWith(`${name}.`);
const pathsOf = ({ name, at = [name] }: Place) => at;
/** The field whose path an error is at or below; else the first one below the error's path. */
const fieldAt = (fields: readonly Place[], path: string) =>
  fields.find((field) => pathsOf(field).some((one) => isOf(path, one))) ??
  fields.find((field) => pathsOf(field).some((one) => isOf(one, path)));
/** `Text 2` for `texts.1`. */
function nameAt(field: Place, path: string): string {
  const label = field.label.replace(/ \(optional\)$/, '');
  const own = pathsOf(field).find((one) => isOf(path, one));
  const below = own
    ? path
        .slice(own.length + 1)
        .split('.')
        .filter(Boolean)
    : [];
  return [label, ...below.map((key) => (/^\d+$/.test(key) ? Number(key) + 1 : words(key)))].join(' ');
}
/** What is wrong with each field, by its name and with its label; under no name, what belongs to none of them. */
export function errorsOf(
  fields: readonly Place[],
  errors: Readonly<Record<string, string[]>>,
): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [path, texts] of Object.entries(errors)) {
    const field = fieldAt(fields, path);
    const name = field ? nameAt(field, path) : wordsOfPath(path);
    const at = field?.name ?? '';
    found[at] = [...(found[at] ?? []), ...texts.map((text) => withName(text, path, name))];
  }
  return found;
}
