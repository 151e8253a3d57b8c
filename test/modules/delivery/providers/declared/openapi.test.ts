import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DECLARATIONS } from '../../../../../src/modules/delivery/providers/declared/declarations.ts';
import { DECLARED_SHAPES, declaredOf } from '../../../../../src/modules/delivery/providers/declared/declared-of.ts';
import { sendRequest } from '../../../../../src/modules/delivery/providers/declared/declared-provider.ts';
import { ALL_VECTORS } from './all-vectors.ts';
import { CALLBACK } from './vectors.ts';

/**
 * Requests against the providers' own descriptions. PROVIDER_CHECKOUTS names a directory with their repositories as
 * `<owner>/<name>`; without it these tests are skipped, as the descriptions are not part of this repository.
 */
const checkouts = process.env.PROVIDER_CHECKOUTS;

describe.skipIf(!checkouts)('requests fit the published description', () => {
  const described = ALL_VECTORS.filter(({ openapi }) => openapi !== undefined);
  it.each(described.map((vectors) => [vectors.name, vectors] as const))('of %s', (name, vectors) => {
    const { repository, file, path } = vectors.openapi!;
    // YAML has JSON in it.
    const description = parse(readFileSync(join(checkouts!, repository, file), 'utf8'));
    const at = pointerOf(description, ['paths', path, 'post', 'requestBody']);
    const options = { strict: false, validateFormats: false, allErrors: true } as const;
    const ajv = description.openapi.startsWith('3.1') ? new Ajv2020(options) : new Ajv(options);
    ajv.addSchema(description, 'description');
    for (const { messages, settings, credentials } of vectors.requests) {
      const shapes = DECLARED_SHAPES[name];
      const { values } = declaredOf(
        name,
        shapes.settings.parse({ ...vectors.settings, ...settings }),
        shapes.credentials.parse({ ...vectors.credentials, ...credentials }),
      );
      const { headers, body } = sendRequest(DECLARATIONS[name]!, values, CALLBACK, messages);
      const type = headers['content-type']!;
      const given = type === 'application/json' ? JSON.parse(body!) : Object.fromEntries(new URLSearchParams(body!));
      const pointer = [...at, 'content', type, 'schema']
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const validate = ajv.compile({ $ref: `description#/${pointer}` });
      expect(validate(given), JSON.stringify(validate.errors)).toBe(true);
      const { properties } = valueAt(description, pointerOf(description, [...at, 'content', type, 'schema']));
      // What is not described would be ignored.
      if (properties) expect(Object.keys(given).filter((one) => !(one in properties))).toEqual([]);
    }
  });
});

const BOTOCORE = 'boto/botocore/botocore/data/pinpoint-sms-voice-v2/2022-03-31/service-2.json';

it.skipIf(!checkouts)('requests fit the published model of aws', () => {
  const { metadata, shapes } = JSON.parse(readFileSync(join(checkouts!, BOTOCORE), 'utf8'));
  const { required, members } = shapes.SendTextMessageRequest;
  const vectors = ALL_VECTORS.find(({ name }) => name === 'aws')!;
  for (const { messages, settings, credentials } of vectors.requests) {
    const { values } = declaredOf(
      'aws',
      DECLARED_SHAPES.aws.settings.parse({ ...vectors.settings, ...settings }),
      DECLARED_SHAPES.aws.credentials.parse({ ...vectors.credentials, ...credentials }),
    );
    const { headers, body } = sendRequest(DECLARATIONS.aws!, values, CALLBACK, messages);
    expect(headers['x-amz-target']).toBe(`${metadata.targetPrefix}.SendTextMessage`);
    expect(headers['content-type']).toBe(`application/x-amz-json-${metadata.jsonVersion}`);
    const given = Object.keys(JSON.parse(body!));
    expect(given.filter((name) => !(name in members))).toEqual([]);
    expect(given).toEqual(expect.arrayContaining(required));
  }
});

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
const valueAt = (description: any, at: readonly string[]) => at.reduce((inner, name) => inner[name], description);

/** Where it is: a reference is followed. */
function pointerOf(description: object, at: string[]): string[] {
  const { $ref } = valueAt(description, at);
  return typeof $ref === 'string' ? pointerOf(description, $ref.slice(2).split('/')) : at;
}
