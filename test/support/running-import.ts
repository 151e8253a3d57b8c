import { expect, vi } from 'vitest';
import { uploadForm } from '../modules/audience/data-files/support.ts';
import { PATIENCE } from './patience.ts';

/** An import that runs while the database comes and goes. */
export async function startImport(url: string, token: string, rows: number) {
  const headers = { authorization: `Bearer ${token}` };
  const list = Array.from({ length: rows }, (_, at) => `+${491712000000 + at}`).join('\n');
  const uploaded = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: uploadForm(`number\n${list}\n`, {}),
  });
  const { data } = (await uploaded.json()) as { data: { uploadDataFile: { id: string } } };
  const { id } = data.uploadDataFile;
  const ask = async (query: string) => {
    const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const response = await fetch(`${url}/graphql`, { ...options, body: JSON.stringify({ query }) });
    const answer = (await response.json()) as { data: { dataFile: { status: string; importedRows: number } } };
    return answer.data.dataFile;
  };
  await ask(`mutation { importDataFile(id: "${id}", input: { columns: { number: 0 } }) { id } }`);
  const state = () => ask(`{ dataFile(id: "${id}") { status importedRows } }`);
  return {
    /** Until more rows were imported, or all are. */
    async goesOn(): Promise<void> {
      const { importedRows } = await state();
      await vi.waitFor(async () => {
        const now = await state();
        expect(now.importedRows > importedRows || now.status === 'imported').toBe(true);
      }, PATIENCE);
    },
    async end() {
      await vi.waitFor(async () => expect((await state()).status).not.toBe('importing'), PATIENCE);
      return state();
    },
  };
}
