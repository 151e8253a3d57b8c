import { Output, type Template, TokenKind } from 'liquidjs';
import type { Chance } from '../../../chance.ts';
import { Spin } from './engine.ts';
import type { MergeValues } from './merge-fields.ts';

export type Piece = string | { field: string; otherwise: string } | { choices: Piece[][] };

/** For most texts, a tenth of the library's time. Null for a text with anything but words, merge fields and choices. */
export function piecesOf(templates: readonly Template[]): Piece[] | null {
  const pieces = templates.map(pieceOf);
  return pieces.includes(null) ? null : (pieces as Piece[]);
}

function pieceOf(template: Template): Piece | null {
  if (template instanceof Spin) {
    const choices = template.choices.map(piecesOf);
    return choices.includes(null) ? null : { choices: choices as Piece[][] };
  }
  if (template instanceof Output) return fieldOf(template);
  return template.token.kind === TokenKind.HTML && 'str' in template ? (template.str as string) : null;
}

interface Token {
  kind: TokenKind;
  content?: string;
  variable?: unknown;
  props?: Token[];
}

function fieldOf({ value: { initial, filters } }: Output): Piece | null {
  const [named, ...more] = initial.postfix as unknown as Token[];
  const [field, ...deeper] = named?.props ?? [];
  // A literal brace comes as quoted text (see spintax.ts).
  if (named?.kind === TokenKind.Quoted && more.length + filters.length === 0) return named.content!;
  if (more.length + deeper.length > 0 || named?.variable !== undefined || field?.kind !== TokenKind.Word) return null;
  if (filters.length === 0) return { field: field.content!, otherwise: '' };
  const [{ name, args }, ...others] = filters as [(typeof filters)[0]];
  const [otherwise, ...options] = args as Token[];
  const isDefault = name === 'default' && otherwise?.kind === TokenKind.Quoted;
  return isDefault && others.length + options.length === 0
    ? { field: field.content!, otherwise: otherwise.content! }
    : null;
}

export function putTogether(pieces: readonly Piece[], values: object, chance: Chance): string {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else if ('choices' in piece) text += putTogether(chance.pick(piece.choices), values, chance);
    else {
      const value = (values as MergeValues)[piece.field];
      text += value === null || value === undefined || value === '' ? piece.otherwise : value;
    }
  }
  return text;
}
