import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
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
    const description = JSON.parse(readFileSync(join(checkouts!, repository, file), 'utf8'));
    const { content } = description.paths[path].post.requestBody;
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
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
      const pointer = ['paths', path, 'post', 'requestBody', 'content', type, 'schema']
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const validate = ajv.compile({ $ref: `description#/${pointer}` });
      expect(validate(given), JSON.stringify(validate.errors)).toBe(true);
      const { properties } = content[type].schema;
      // What is not described would be ignored.
      if (properties) expect(Object.keys(given).filter((one) => !(one in properties))).toEqual([]);
    }
  });
});
