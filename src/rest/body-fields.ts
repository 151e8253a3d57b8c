/** The documented fields of a body; those of an object in it stand below its name. */
export type BodyFields = readonly BodyField[];
type BodyField = string | { readonly [name: string]: BodyFields };

/** By name; null for a field without fields of its own. */
export const byName = (fields: BodyFields): [name: string, below: BodyFields | null][] =>
  fields.flatMap((field): [string, BodyFields | null][] =>
    typeof field === 'string' ? [[field, null]] : Object.entries(field),
  );

/** What the operation documents of a value. Anything else in it is ignored, as Laravel does. */
export function documentedPart(value: unknown, fields: BodyFields): unknown {
  // No list of lists is documented; one may be nested without end.
  if (Array.isArray(value)) return value.map((item) => (Array.isArray(item) ? item : documentedPart(item, fields)));
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    byName(fields).flatMap(([name, below]) => {
      if (!Object.hasOwn(given, name)) return [];
      return [[name, below ? documentedPart(given[name], below) : given[name]]];
    }),
  );
}
