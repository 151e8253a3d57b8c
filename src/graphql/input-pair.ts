import type {
  FieldRequiredness,
  InputFieldBuilder,
  InputFieldMap,
  InputFieldRef,
  InputRef,
  InputShapeFromFields,
  InputType,
  SchemaTypes,
} from '@pothos/core';
import { builder } from './builder.ts';

/**
 * The inputs that create and update a record, from one declaration. To update, every field is optional and has no
 * default; `onUpdate` is its description there where that differs.
 */
export function inputPair<
  Both extends InputFieldMap,
  Create extends InputFieldMap = Empty,
  Update extends InputFieldMap = Empty,
>(
  record: string,
  { create, update, fields, onlyCreate, onlyUpdate }: Pair<Both, Create, Update>,
): [
  create: InputRef<InputShapeFromFields<Create & Both>>,
  update: InputRef<InputShapeFromFields<Update & Optional<Both>>>,
] {
  return [
    builder.inputType(`Create${record}Input`, {
      description: create,
      fields: (t) => ({ ...onlyCreate?.(t), ...fields(t) }) as Create & Both,
    }),
    builder.inputType(`Update${record}Input`, {
      description: update,
      fields: (t) => ({ ...onlyUpdate?.(t), ...optional(fields(t)) }) as Update & Optional<Both>,
    }),
  ];
}

declare global {
  export namespace PothosSchemaTypes {
    export interface InputFieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>] = InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type> = FieldRequiredness<Type>,
    > {
      /** In an {@link inputPair}: the description of the field in the input that updates. */
      onUpdate?: string;
    }
  }
}

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;
export type InputBuilder = InputFieldBuilder<Types, 'InputObject'>;
type Fields<Map> = (t: InputBuilder) => Map;
type Empty = Record<never, never>;
type Optional<Map> = {
  [Name in keyof Map]: Map[Name] extends InputFieldRef<Types, infer Shape>
    ? InputFieldRef<Types, Shape | null | undefined>
    : never;
};

interface Pair<Both, Create, Update> {
  /** Descriptions of the two types. */
  create: string;
  update: string;
  fields: Fields<Both>;
  onlyCreate?: Fields<Create>;
  onlyUpdate?: Fields<Update>;
}

function optional<Map extends InputFieldMap>(fields: Map): Optional<Map> {
  for (const field of Object.values(fields) as InputFieldRef<Types, unknown>[]) {
    field.updateConfig(({ defaultValue: _, ...config }) => ({
      ...config,
      type: { ...config.type, required: false },
      description: config.pothosOptions.onUpdate ?? config.description,
    }));
  }
  return fields as unknown as Optional<Map>;
}
