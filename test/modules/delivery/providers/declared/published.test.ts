import { DECLARATIONS, DECLARED_SHAPES, declaredOf, sendRequest } from 'sms-providers';
import { describe, expect, it } from 'vitest';
import { ALL_VECTORS } from '../../../../../packages/sms-providers/test/declared/all-vectors.ts';
import { CALLBACK, type Vectors } from '../../../../../packages/sms-providers/test/declared/vectors.ts';
import { errorsOf, isPresent, without } from '../published.ts';

const described = ALL_VECTORS.flatMap((vectors) => (vectors.published ? [{ ...vectors.published, vectors }] : []));

describe('requests fit what the provider publishes', () => {
  for (const published of described) {
    const { vectors, repository, file } = published;
    it.skipIf(!isPresent(published))(`${vectors.name}: ${repository} ${file}`, () => {
      for (const { body, type } of requestsOf(vectors)) {
        expect(errorsOf(published, body, type)).toEqual([]);
        expect(errorsOf(published, { ...body, not_known: 'x' }, type)).not.toEqual([]);
        expect(Object.keys(body).some((name) => errorsOf(published, without(body, name), type).length > 0)).toBe(true);
      }
    });
  }
});

function requestsOf({ name, requests, ...vectors }: Vectors) {
  return requests.map(({ messages, settings, credentials }) => {
    const shapes = DECLARED_SHAPES[name];
    const { values } = declaredOf(
      name,
      shapes.settings.parse({ ...vectors.settings, ...settings }),
      shapes.credentials.parse({ ...vectors.credentials, ...credentials }),
    );
    const { headers, body } = sendRequest(DECLARATIONS[name]!, values, CALLBACK, messages);
    const type = headers['content-type']!;
    const isJson = type.endsWith('json') || type.includes('-json-');
    return { type, body: isJson ? JSON.parse(body!) : Object.fromEntries(new URLSearchParams(body!)) };
  });
}
