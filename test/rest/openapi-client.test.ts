import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { describeRest } from '../../src/rest/docs.ts';
import { routes } from '../../src/rest/routes.ts';
import { restSchema } from '../../src/schema.ts';

const BODY = "paths['/v1/voice/campaigns/{campaign}']['put']['requestBody']";
const bodyOf = (meta: string) => `import type { paths } from './api.ts';
export const body: NonNullable<${BODY}>['content']['application/json'] = { meta: ${meta} };
`;

/** What TypeScript says of a request body, with types that openapi-typescript makes of our description by its own defaults. */
async function mistakesIn(...metas: string[]): Promise<string[][]> {
  const folder = mkdtempSync(join(import.meta.dirname, 'client-'));
  try {
    const types = await openapiTS(JSON.stringify(describeRest(restSchema, routes, undefined)));
    writeFileSync(join(folder, 'api.ts'), astToString(types));
    const files = metas.map((meta, at) => {
      const file = join(folder, `body-${at}.ts`);
      writeFileSync(file, bodyOf(meta));
      return file;
    });
    const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], allowImportingTsExtensions: true };
    const program = ts.createProgram(files, {
      ...options,
      module: ts.ModuleKind.Preserve,
      target: ts.ScriptTarget.ES2023,
    });
    return files.map((file) =>
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 60)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a generated client leaves out what has a default, and knows the days of a recurring campaign', async () => {
  const recurring = (days: string) =>
    `{ send_type: 'recurring', recurring_data: { days_of_week: ['Mon'], daily_recurring_data: ${days} } }`;
  expect(
    await mistakesIn(
      recurring("{ Mon: [{ send_amount: 5, send_datetime: '09:00' }] }"),
      recurring("{ Mon: [{ send_datetime: '09:00', note: 'kept' }], Sun: [] }"),
      recurring('{}'),
      '{ manual_data: {} , hlr_settings: { is_active: true } }',
      recurring("{ Mon: [{ send_amount: 'five' }] }"),
      recurring('{ Mon: [5] }'),
    ),
  ).toEqual([
    [],
    [],
    [],
    [],
    ["Type 'string' is not assignable to type 'number'."],
    [expect.stringContaining("Type 'number' is not assignable to type")],
  ]);
});

test('defaults and recurring days are told in the description', () => {
  const { schemas } = describeRest(restSchema, routes, undefined).components;
  expect(schemas.ManualDataInput!.properties!.send_amount).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 2147483647,
    description: 'Contacts to send to, at least 1. Default: 200.',
  });
  expect(schemas.RestDailyRecurringDataInput).not.toHaveProperty('required');
  expect(schemas.RestDailyRecurringDataInput!.properties!.Mon!.items).toEqual({
    $ref: '#/components/schemas/RecurringDay',
  });
  expect(schemas.RecurringDay!.allOf![0]!.properties).toMatchObject({
    send_amount: { minimum: 1 },
    send_datetime: { type: ['string', 'null'] },
  });
});
