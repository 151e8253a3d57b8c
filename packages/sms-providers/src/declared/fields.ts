import { z } from 'zod';
import { perSecond } from '../common-fields.ts';
import { field as filledIn } from '../form-fields.ts';
import { serviceUrl } from '../service-url.ts';
import type { Declaration, Field, Values } from './declaration.ts';

/** Stored settings and credentials of a declared provider. */
export type Given = Readonly<Record<string, string | number | null | undefined>>;

export interface Shapes {
  settings: z.ZodType<Given>;
  credentials: z.ZodType<Given>;
}

const MAX_VALUE = 5_000;

/** Ends the callback URL where callbacks are not signed; we make it. */
export const callbackSecret = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .optional();

const isNeeded = ({ required, default: usual }: Field): boolean => required ?? usual === undefined;

export function shapesOf({ fields, capabilities }: Pick<Declaration, 'fields' | 'capabilities'>): Shapes {
  const entries = Object.entries(fields).map(
    ([name, field]) => [name, filledIn(shapeOf(field), field.label, field.hint)] as const,
  );
  const those = (isSecret: boolean) =>
    Object.fromEntries(entries.filter(([name]) => !!fields[name]!.secret === isSecret));
  return {
    settings: z.strictObject({ ...those(false), perSecond: perSecond(capabilities.perSecond) }),
    credentials: z.strictObject({ ...those(true), callbackSecret }),
  } as Shapes;
}

function shapeOf(field: Field): z.ZodType {
  const text = z.string().min(1).max(MAX_VALUE);
  const shape =
    field.kind === 'url'
      ? serviceUrl
      : field.options
        ? z.enum(field.options as [string, ...string[]])
        : field.pattern
          ? text.regex(new RegExp(`^(?:${field.pattern})$`))
          : text;
  if (isNeeded(field)) return shape;
  return field.default === undefined ? shape.nullish() : shape.default(field.default);
}

export function valuesOf(...given: readonly Given[]): Values {
  const entries = given.flatMap((one) => Object.entries(one)).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries as [string, string][]);
}
