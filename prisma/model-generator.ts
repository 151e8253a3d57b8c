import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DMMF } from '@prisma/generator-helper';
import helper from '@prisma/generator-helper';

/**
 * Writes what our own reads need of the model: tables, their fields, and which column a relation goes by. Prisma's
 * client keeps the same, but only a client tells it, and making one takes a good part of a start.
 */
helper.generatorHandler({
  onManifest: () => ({ defaultOutput: '../src/generated/model.ts', prettyName: 'model' }),
  async onGenerate({ dmmf, generator }) {
    const models = dmmf.datamodel.models.map((model) => [model.name, described(model, dmmf.datamodel.models)]);
    const file = generator.output!.value!;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `export const model = ${JSON.stringify(Object.fromEntries(models), null, 2)} as const;\n`);
  },
});

const described = (model: DMMF.Model, models: readonly DMMF.Model[]) => ({
  table: model.dbName ?? model.name,
  fields: model.fields.filter(({ kind }) => kind !== 'object').map(({ name }) => name),
  labels: model.fields.filter(({ kind, isList }) => kind === 'enum' && isList).map(({ name }) => name),
  written: Object.fromEntries(
    model.fields.flatMap((field) => (writtenAs(field) ? [[field.name, writtenAs(field)]] : [])),
  ),
  relations: Object.fromEntries(
    model.fields.filter(({ kind }) => kind === 'object').map((field) => [field.name, relationOf(model, field, models)]),
  ),
});

/** How the database writes a column as JSON (json-rows.ts). Undefined for what this process writes. */
function writtenAs({ kind, type, isList, nativeType }: DMMF.Field): string | undefined {
  if (isList) return undefined;
  if (kind === 'enum') return 'word';
  const [native] = nativeType ?? [];
  if (type === 'String' && native === 'Uuid') return 'word';
  if (type === 'String' && (native === undefined || native === 'VarChar' || native === 'Char')) return 'text';
  if (type === 'DateTime' && native === 'Timestamptz') return 'time';
  if (type === 'Int' || type === 'BigInt') return 'integer';
  if (type === 'Decimal') return 'decimal';
  return type === 'Boolean' ? 'boolean' : undefined;
}

/** `key`: the column here that holds the other's id. `foreignKey`: the column there that holds this one's. */
function relationOf(model: DMMF.Model, field: DMMF.Field, models: readonly DMMF.Model[]) {
  if (field.relationFromFields?.length) return { model: field.type, key: keyOf(field) };
  const other = models
    .find(({ name }) => name === field.type)!
    .fields.find((back) => back.relationName === field.relationName && back.relationFromFields?.length);
  if (!other) throw new Error(`${model.name}.${field.name} has no column on either side.`);
  return { model: field.type, foreignKey: keyOf(other) };
}

/** Keys carry the team; what tells one record from another is the column besides. */
const keyOf = ({ relationFromFields }: DMMF.Field) =>
  relationFromFields!.find((name) => name !== 'teamId') ?? relationFromFields![0]!;
