import { LiquidError, type Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import { liquid, PARTS_OF_TAGS, TAGS } from './engine.ts';
import { type ContactField, MERGE_FIELDS } from './merge-fields.ts';
import { type Piece, piecesOf } from './plain-text.ts';
import { readSpintax, TextMistake } from './spintax.ts';

export interface CompiledText {
  templates: Template[];
  pieces: Piece[] | null;
  fields: ContactField[];
  usesUrl: boolean;
}

const compiled = new LRUCache<string, CompiledText>({ max: 1_000 });

export function compileText(text: string): CompiledText {
  const known = compiled.get(text);
  if (known) return known;
  const fresh = compile(text);
  compiled.set(text, fresh);
  return fresh;
}

/** Completes a sentence that begins with `The … field`. */
export function textMistake(text: string): string | null {
  try {
    const { templates } = compile(text);
    const deep = liquid.globalVariableSegmentsSync(templates).find(([, property]) => !PROPERTIES.includes(property));
    return deep === undefined ? null : `uses {{ ${deep.join('.')} }}, which is no merge field`;
  } catch (error) {
    if (error instanceof TextMistake) return error.message;
    throw error;
  }
}

/** Undefined: the field itself. */
const PROPERTIES: readonly unknown[] = [undefined, 'size'];
const ALLOWED_TAGS: readonly string[] = [...TAGS, ...PARTS_OF_TAGS];
const KNOWN_FIELDS: readonly string[] = MERGE_FIELDS;

function compile(text: string): CompiledText {
  const templates = templatesOf(text);
  const names = liquid.globalVariablesSync(templates);
  const unknown = names.find((name) => !KNOWN_FIELDS.includes(name));
  if (unknown !== undefined) throw new TextMistake(`uses {{ ${unknown} }}, which is no merge field`);
  const isOfContact = (name: string): name is ContactField => name !== 'url';
  return { templates, pieces: piecesOf(templates), fields: names.filter(isOfContact), usesUrl: names.includes('url') };
}

export function templatesOf(text: string): Template[] {
  const { liquid: source, tags } = readSpintax(text);
  const tag = tags.find((name) => !ALLOWED_TAGS.includes(name));
  if (tag !== undefined) {
    throw new TextMistake(`uses the tag {% ${tag} %}; only ${TAGS.join(', ')} are allowed`);
  }
  return parse(source);
}

function parse(source: string): Template[] {
  try {
    return liquid.parse(source);
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    throw new TextMistake(explained(error.originalError?.message ?? error.message));
  }
}

function explained(message: string): string {
  const filter = /undefined filter: (\w+)/.exec(message)?.[1];
  if (filter !== undefined) return `uses the filter ${filter}, which is not allowed`;
  const open = message.includes('not closed') ? /tag \{%-?\s*(\w+)/.exec(message)?.[1] : undefined;
  if (open === 'spin') return 'has a choice that begins inside a tag and ends outside of it';
  if (open !== undefined) return `has a {% ${open} %} without its {% end${open} %}`;
  return 'has a mistake in a merge field or tag';
}
