import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ts from 'typescript';
import { parse } from 'yaml';
import type { Published } from '../../../../packages/sms-providers/test/declared/vectors.ts';

/**
 * A directory with the providers' repositories as `<owner>/<name>`. Descriptions are not part of this repository: without it, or without
 * one of them, their tests are skipped.
 */
const checkouts = process.env.PROVIDER_CHECKOUTS;

export const isPresent = ({ repository, file }: Published): boolean =>
  checkouts !== undefined && existsSync(join(checkouts, repository, file));

const pathOf = ({ repository, file }: Published) => join(checkouts!, repository, file);
export const textOf = (published: Published) => readFileSync(pathOf(published), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
export type Json = any;

/** What the description says against a request's body. Properties that it does not know would be ignored, so they are named, too. */
export function errorsOf(published: Published, body: Json, contentType: string): string[] {
  if ('openapi' in published) return againstOpenapi(published, published.openapi, body, contentType);
  if ('type' in published) {
    const given = published.camelCase ? camelCased(body) : body;
    return againstType(pathOf(published), published.type, given);
  }
  if ('model' in published) return againstModel(dirname(pathOf(published)), published.model, body);
  if ('shape' in published) {
    const { required, members } = JSON.parse(textOf(published)).shapes[published.shape];
    return againstNames(Object.keys(members), required, body);
  }
  const known = [...textOf(published).matchAll(published.parameters)].map(([, name]) => name!);
  return againstNames([...published.required, ...known], published.required, body);
}

const againstNames = (known: readonly string[], required: readonly string[], body: object): string[] => [
  ...Object.keys(body).flatMap((name) => (known.includes(name) ? [] : [`${name} is not known`])),
  ...required.flatMap((name) => (name in body ? [] : [`${name} is missing`])),
];

function againstOpenapi(published: Published, path: string, body: Json, contentType: string): string[] {
  // YAML has JSON in it.
  const description = parse(textOf(published), (_, value) => withoutSlips(value));
  const at = pointerOf(description, ['paths', path, 'post', 'requestBody']);
  const schema = [...at, 'content', contentType, 'schema'];
  const options = { strict: false, validateFormats: false, allErrors: true } as const;
  const ajv = description.openapi.startsWith('3.1') ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(description, 'description');
  const pointer = schema.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = ajv.compile({ $ref: `description#/${pointer}` });
  const { properties } = valueAt(description, pointerOf(description, schema));
  return [
    ...(validate(body) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)),
    ...(properties ? againstNames(Object.keys(properties), [], body) : []),
  ];
}

/** Vapi's description lists the values of an array's items on the array, and has a list without values. */
function withoutSlips(schema: Json): Json {
  if (!Array.isArray(schema?.enum)) return schema;
  const { enum: values, ...rest } = schema;
  if (values.length === 0) return rest;
  return schema.type === 'array' ? { ...rest, items: { ...schema.items, enum: values } } : schema;
}

const valueAt = (description: Json, at: readonly string[]) => at.reduce((inner, name) => inner[name], description);

/** Where it is: a reference is followed. */
function pointerOf(description: object, at: string[]): string[] {
  const { $ref } = valueAt(description, at);
  return typeof $ref === 'string' ? pointerOf(description, $ref.slice(2).split('/')) : at;
}

/** What the compiler says about the body as a literal of that type. */
function againstType(file: string, type: string, body: object): string[] {
  const request = join(dirname(file), 'request-under-test.ts');
  const source = `import type { ${type} } from './${file.slice(dirname(file).length + 1)}';\nexport const request: ${type} = ${JSON.stringify(body)};\n`;
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], allowImportingTsExtensions: true },
    ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === request || fileExists(name);
  host.getSourceFile = (name, ...more) =>
    name === request ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...more);
  const program = ts.createProgram([request], options, host);
  const own = program.getSourceFile(request)!;
  return [...program.getSyntacticDiagnostics(own), ...program.getSemanticDiagnostics(own)].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, ' '),
  );
}

const camelCased = (body: object) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );

/** A class of pydantic in the file of its name: fields with `Optional` may be missing, other classes are followed. */
function againstModel(directory: string, model: string, body: Json): string[] {
  const file = `${model.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()}.py`;
  const source = readFileSync(join(directory, file), 'utf8');
  const [, anyOf] = /actual_instance: Optional\[Union\[(.+?)\]\]/.exec(source) ?? [];
  if (anyOf) {
    const found = anyOf.split(', ').map((one) => againstModel(directory, one, body));
    return found.some((errors) => errors.length === 0) ? [] : found.flat();
  }
  const [, fieldsText] = /BaseModel\):\n([\s\S]*?)\n {4}__properties/.exec(source)!;
  const fields = fieldsText!
    .split(/\n {4}(?=[a-z_]+: )/)
    .slice(1)
    .map((text) => {
      const [, name, type] = /^([a-z_]+): ([^=]+)/.exec(text)!;
      return { name: /alias="(\w+)"/.exec(text)?.[1] ?? name!, type: type!, isRequired: !type!.startsWith('Optional') };
    });
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return [
    ...againstNames(
      fields.map(({ name }) => name),
      required,
      body,
    ),
    ...fields.flatMap(({ name, type }) => {
      const [inner] = /\bSms\w+/.exec(type) ?? [];
      if (!inner || body[name] === undefined) return [];
      const values = type.includes('List[') ? body[name] : [body[name]];
      return values.flatMap((value: Json) => againstModel(directory, inner, value));
    }),
  ];
}

export const without = (body: object, one: string): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== one));
