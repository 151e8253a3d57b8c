import { builder } from '../../../../graphql/builder.ts';
import type { DataFields, DataShape, Given, Stored } from '../data-shape.ts';
import { hlrSettings } from '../meta-data.ts';

/** Makes the type of answers and that of requests. Other types are given by name, and Pothos looks them up when it builds. */
export function dataTypes<Fields extends DataFields>(
  { name, description, fields }: DataShape<Fields>,
  inputDescription = description,
) {
  type Shape = DataShape<Fields>;
  const each = (of: (key: string, field: DataFields[string]) => unknown) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, of(key, field)])) as never;
  const type = builder.objectRef<Stored<Shape>>(name).implement({
    description,
    fields: (t) =>
      each((name, { output, isList, size, isNullable: nullable, description, shown, storedAs: key = name }) => {
        const extensions = key === name ? undefined : { columns: [key] };
        const options = { type: isList ? [output] : output, nullable, size, description, extensions };
        if (!shown) return t.expose(key as never, options as never);
        return t.field({ ...options, resolve: (row: object) => shown(row[key as never]) } as never);
      }),
  });
  const input = builder.inputRef<Given<Shape>>(`${name}Input`).implement({
    description: inputDescription,
    fields: (t) =>
      each((_key, { input, isList, isRequired: required, preset: defaultValue, description }) =>
        t.field({
          type: (isList ? [input] : input) as never,
          required,
          defaultValue: defaultValue as never,
          description,
        }),
      ),
  });
  return { type, input };
}

export const HlrSettings = dataTypes(hlrSettings);
