import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface RemoteFile {
  id: string;
  status: 'uploaded' | 'importing' | 'imported' | 'failed' | 'cancelled';
  header: string[];
  hasHeader: boolean;
  encoding: string;
  guessedColumns: Record<string, number | null>;
  columns: Record<string, number | null> | null;
  tags: string[];
  fixedCountryId: string | null;
  fixedNetworkBrand: string | null;
  totalRows: number;
  processedRows: number;
  importedRows: number;
  createdContacts: number;
  updatedContacts: number;
  unchangedContacts: number;
  leftOutColumns: { name: string }[];
  failedRows: number;
  warningRows: number;
  duplicateRows: number;
  rowsPerSecond: number | null;
  remainingSeconds: number | null;
  failureReason: string | null;
  rowErrorsUrl: string;
}

export interface ImportInput {
  columns: Record<string, number>;
  fixedCountryId: string | null;
  fixedNetworkBrand: string | null;
  tags: string[];
}

export class RefusedError extends Error {}

const FIELDS = ['number', 'country', 'email', 'name', 'timezone', 'foreignId'];
for (const [kind, count] of Object.entries({ Str: 5, Int: 5, Dec: 2, Datetime: 5 })) {
  for (let at = 1; at <= count; at += 1) FIELDS.push(`custom${at}${kind}`);
}
export const FIELD_NAMES: readonly string[] = FIELDS;

const FILE = `fragment File on DataFile {
  id status encoding header hasHeader totalRows processedRows importedRows createdContacts updatedContacts unchangedContacts failedRows warningRows duplicateRows
  rowsPerSecond leftOutColumns { name }
  remainingSeconds failureReason tags fixedCountryId fixedNetworkBrand rowErrorsUrl
  columns { ${FIELDS.join(' ')} } guessedColumns { ${FIELDS.join(' ')} }
}`;

const FIND = `query ($sha256: String!) { dataFiles(first: 1, filter: { sha256: $sha256 }) { nodes { ...File } } } ${FILE}`;
const READ = `query ($id: ID!) { dataFile(id: $id) { ...File } } ${FILE}`;
const UPLOAD = `mutation ($file: Upload!, $hasHeader: Boolean, $encoding: FileEncoding, $key: String!) {
  uploadDataFile(file: $file, hasHeader: $hasHeader, encoding: $encoding, idempotencyKey: $key) { ...File } } ${FILE}`;
const START = `mutation ($id: ID!, $input: ImportDataFileInput!, $key: String!) {
  importDataFile(id: $id, input: $input, idempotencyKey: $key) { ...File } } ${FILE}`;

/** The server may be restarting. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 1_000;

interface Stated {
  hasHeader: boolean | undefined;
  encoding: string | undefined;
}

interface Request {
  method: string;
  body: string | FormData;
  headers?: Record<string, string>;
}

export class Server {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  async country(code: string): Promise<string> {
    type Country = { id: string; iso2: string; iso3: string };
    const { countries } = await this.#operation<{ countries: Country[] }>('{ countries { id iso2 iso3 } }', {});
    const wanted = code.toUpperCase();
    const found = countries.find(({ id, iso2, iso3 }) => [id, iso2, iso3].includes(wanted));
    if (!found) throw new RefusedError(`${code} is no country: ISO codes are, such as DE.`);
    return found.id;
  }

  async find(sha256: string): Promise<RemoteFile | undefined> {
    const { dataFiles } = await this.#operation<{ dataFiles: { nodes: RemoteFile[] } }>(FIND, { sha256 });
    return dataFiles.nodes[0];
  }

  async read(id: string): Promise<RemoteFile> {
    return (await this.#operation<{ dataFile: RemoteFile }>(READ, { id })).dataFile;
  }

  async start(id: string, input: ImportInput): Promise<RemoteFile> {
    return (await this.#operation<{ importDataFile: RemoteFile }>(START, { id, input, key: randomUUID() }))
      .importDataFile;
  }

  async upload(path: string, stated: Stated): Promise<RemoteFile> {
    const form = new FormData();
    const variables = { file: null, ...stated, key: randomUUID() };
    form.set('operations', JSON.stringify({ query: UPLOAD, variables }));
    form.set('map', '{"0":["variables.file"]}');
    form.set('0', await openAsBlob(path), basename(path));
    return (await this.#send<{ uploadDataFile: RemoteFile }>({ method: 'POST', body: form })).uploadDataFile;
  }

  async download(link: string): Promise<Response> {
    const response = await this.#fetch(new URL(link, this.#url));
    if (!response.ok) throw new RefusedError(`The row errors could not be downloaded: ${response.status}.`);
    return response;
  }

  #operation<Data>(query: string, variables: object): Promise<Data> {
    const body = JSON.stringify({ query, variables });
    return this.#send<Data>({ method: 'POST', body, headers: { 'content-type': 'application/json' } });
  }

  async #send<Data>(init: Request): Promise<Data> {
    for (let waited = 0; ; waited += RETRY_MS) {
      try {
        const response = await this.#fetch(`${this.#url}/graphql`, init);
        const answer = await answerOf<Data>(response);
        const isOver = response.status < 500 && !answer.error?.includes(IN_PROGRESS);
        if (isOver || waited >= PATIENCE_MS) return dataOf(answer);
      } catch (error) {
        if (error instanceof RefusedError) throw error;
        if (waited >= PATIENCE_MS) {
          throw new RefusedError(`${this.#url} cannot be reached: ${(error as Error).cause ?? error}`);
        }
      }
      if (waited === 0) process.stderr.write(`${this.#url} is not available. Retrying for a minute …\n`);
      await setTimeout(RETRY_MS);
    }
  }

  /** Other programs may use the token, too: its limit ends no import. */
  async #fetch(url: string | URL, init?: Request): Promise<Response> {
    for (;;) {
      const response = await fetch(url, { ...init, headers: { ...this.#headers, ...init?.headers } });
      if (response.status !== 429) return response;
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after')) || 1;
      process.stderr.write(`Too many requests. Retrying in ${seconds} s …\n`);
      await setTimeout(seconds * 1_000);
    }
  }
}

/** Of a repeat whose first request, whose answer was lost, is still being answered. */
const IN_PROGRESS = 'idempotency key is in progress';

interface Answer<Data> {
  status: number;
  data: Data | undefined;
  error: string | undefined;
}

async function answerOf<Data>(response: Response): Promise<Answer<Data>> {
  const text = await response.text();
  let body: { data?: Data; errors?: { message: string }[] } = {};
  try {
    body = JSON.parse(text) as typeof body;
  } catch {}
  return { status: response.status, data: body.data, error: body.errors?.[0]?.message };
}

function dataOf<Data>({ status, data, error }: Answer<Data>): Data {
  if (error) throw new RefusedError(error);
  if (!data) throw new RefusedError(`The server answered ${status}.`);
  return data;
}
