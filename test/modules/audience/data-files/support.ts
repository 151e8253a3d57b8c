import type { GraphQLAnswer, TestApp } from '../../../support/app.ts';

interface Upload {
  id: string;
  name: string;
  size: number;
  status: string;
  encoding: string;
  delimiter: string;
  hasHeader: boolean;
  header: string[];
  totalRows: number;
}

const UPLOAD = `mutation Upload($file: Upload!, $hasHeader: Boolean, $encoding: FileEncoding) {
  uploadDataFile(file: $file, hasHeader: $hasHeader, encoding: $encoding) {
    id name size status encoding delimiter hasHeader header totalRows
  }
}`;

export interface UploadOptions {
  token?: string;
  name?: string;
  hasHeader?: boolean;
  encoding?: string | undefined;
}

/** As browsers do it: the GraphQL multipart request specification. */
export function uploadForm(
  content: string | Uint8Array<ArrayBuffer>,
  { name = 'list.csv', hasHeader, encoding }: Omit<UploadOptions, 'token'>,
): FormData {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: UPLOAD, variables: { file: null, hasHeader, encoding } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new File([content], name, { type: 'text/csv' }));
  return form;
}

export async function upload(
  test: TestApp,
  content: string | Uint8Array<ArrayBuffer>,
  { token, ...options }: UploadOptions,
): Promise<GraphQLAnswer<{ uploadDataFile: Upload }>> {
  const response = await test.app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: uploadForm(content, options),
    }),
  );
  return (await response.json()) as never;
}

/** Uploads what must be accepted; its id. */
export async function uploaded(
  test: TestApp,
  content: string | Uint8Array<ArrayBuffer>,
  options: UploadOptions,
): Promise<string> {
  const { data, errors } = await upload(test, content, options);
  if (!data?.uploadDataFile) throw new Error(JSON.stringify(errors));
  return data.uploadDataFile.id;
}

/** The team's contacts as the import left them, by number, with their tags. */
export async function contactsOf(test: TestApp, teamId: string) {
  const contacts = await test.db.contact.findMany({
    where: { teamId },
    orderBy: { number: 'asc' },
    include: { tags: { include: { tag: true } } },
  });
  return contacts.map(({ number, countryId, name, email, networkBrand, tags }) => ({
    number: Number(number),
    countryId,
    name,
    email,
    networkBrand,
    tags: tags.map(({ tag }) => tag.name).sort(),
  }));
}
