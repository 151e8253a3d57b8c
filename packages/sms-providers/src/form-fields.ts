import { isObject } from 'plain-json';
import { z } from 'zod';

export type ProviderFieldType = 'text' | 'url' | 'number' | 'boolean' | 'texts' | 'map' | 'numbers' | 'json';

/** A value that a user fills in, as a form shows it. */
export interface ProviderField {
  name: string;
  label: string;
  hint: string;
  type: ProviderFieldType;
  isSecret: boolean;
  isRequired: boolean;
  pattern: string | null;
  options: readonly string[];
  /** As text. */
  usual: string | null;
}

/** A value that a person fills in: what a form calls it, and what it says about it. */
export const field = <Type extends z.ZodType>(type: Type, title: string, description: string): Type =>
  type.meta({ title, description });

/** The fields of a form, from the shape that reads them. What has no title is left out: a program makes it. */
export const fieldsOf = ({ shape }: z.ZodObject, isSecret: boolean): ProviderField[] =>
  Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, type]) => {
    const { title, description = '' } = type.meta() ?? {};
    if (title === undefined) return [];
    const usual = type.safeParse(undefined);
    const isRequired = !usual.success;
    return [
      { name, label: title, hint: description, isSecret, isRequired, usual: textOf(usual.data), ...kindOf(type) },
    ];
  });

const textOf = (usual: unknown): string | null =>
  usual === undefined || usual === null ? null : typeof usual === 'object' ? JSON.stringify(usual) : String(usual);

function kindOf(type: z.ZodType): Pick<ProviderField, 'type' | 'options' | 'pattern'> {
  const shown = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });
  const one = (shown.anyOf?.find((each) => each.type !== 'null') ?? shown) as z.core.JSONSchema.JSONSchema;
  if (one.format === 'uri') return { type: 'url', options: [], pattern: null };
  if (one.type === 'array' && typeOf(one.items) === 'text') return { type: 'texts', options: [], pattern: null };
  const values = one.additionalProperties;
  const ofValues = one.type === 'object' ? typeOf(values) : null;
  if (ofValues === 'number') return { type: 'numbers', options: [], pattern: null };
  if (ofValues === 'text') {
    return { type: 'map', options: ((values as z.core.JSONSchema.JSONSchema).enum ?? []) as string[], pattern: null };
  }
  const options = (one.enum ?? []) as string[];
  return {
    type: TYPES[String(one.type)] ?? 'json',
    options,
    pattern: options.length > 0 ? null : patternOf(one),
  };
}

/** Null: of no single one. */
const typeOf = (shown: unknown): ProviderFieldType | null =>
  isObject(shown) ? (TYPES[String(shown.type)] ?? null) : null;

/** A form holds it against the whole value anyway. */
const patternOf = ({ pattern }: z.core.JSONSchema.JSONSchema) => pattern?.replace(/^\^\(\?:(.*)\)\$$/, '$1') ?? null;

const TYPES: Readonly<Record<string, ProviderFieldType>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};
