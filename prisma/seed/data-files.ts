import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DataFileStatus } from '../../src/generated/prisma/client.ts';
import { surveyText } from '../../src/modules/audience/data-files/csv/survey.ts';
import { after, before, DAY, HOUR, MINUTE, NOW, SECOND } from './clock.ts';
import type { SeededContact } from './contacts.ts';
import { person } from './people.ts';
import { importedNumbers } from './phone-numbers.ts';
import type { TeamSeed } from './team-seed.ts';

const HEADER = [
  'number',
  'country',
  'email',
  'name',
  'plan',
  'orders',
  'revenue',
  'signed_up_at',
  'timezone',
  'crm_id',
];
const COLUMNS = { number: 0, country: 1, email: 2, name: 3, custom1_str: 4, timezone: 8, foreign_id: 9 };

/** Small enough that the file spans several, and that rows begin in one and end in the next. */
const CHUNK_BYTES = 16_384;

type Content = { name: string; status: DataFileStatus; rows: string[]; imported: number; failureReason: string | null };

/** A file that waits for its import, one that was imported but for a row, and one whose import failed. */
export async function seedDataFiles(seed: TeamSeed, contacts: SeededContact[]): Promise<void> {
  const contents = [waiting(seed), imported(contacts), broken(seed)];
  const files = await Promise.all(contents.map(stored));

  async function stored(content: Content, at: number) {
    const uploadedAt = before(NOW, DAY + at * 30 * DAY);
    const started = content.status !== 'uploaded';
    const bytes = Buffer.from([HEADER.join(','), ...content.rows, ''].join('\n'));
    const id = seed.nextId('dataFile');
    const row = {
      id,
      teamId: seed.teamId,
      name: content.name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      status: content.status,
      encoding: 'utf-8',
      ...(await surveyText((fromByte) => Readable.from([bytes.subarray(fromByte)]), {
        hasHeader: true,
        isSheet: false,
      })),
      columns: started ? COLUMNS : undefined,
      tags: started ? ['import-2026'] : [],
      processedRows: content.status === 'imported' ? content.rows.length : 0,
      importedRows: content.imported,
      createdContacts: content.imported,
      failedRows: content.status === 'imported' ? content.rows.length - content.imported : 0,
      failureReason: content.failureReason,
      startedAt: started ? after(uploadedAt, HOUR) : null,
      finishedAt: started ? after(uploadedAt, HOUR + 42 * SECOND) : null,
      createdAt: uploadedAt,
      updatedAt: started ? after(uploadedAt, HOUR + 42 * SECOND) : uploadedAt,
    };
    return { row, bytes };
  }
  await seed.insert(
    'data_files',
    files.map(({ row }) => row),
  );
  await seed.insert(
    'data_file_chunks',
    files.flatMap(({ row, bytes }) => chunks(seed.teamId, row.id, bytes)),
  );
  await seed.insert('data_file_row_errors', [
    {
      id: seed.nextId('dataFileRowError'),
      teamId: seed.teamId,
      dataFileId: files[1]!.row.id,
      line: contents[1]!.rows.length + 1,
      field: 'number',
      value: '12345',
      reason: 'The number field must be a valid phone number.',
    },
  ]);
}

/** People that are no contacts yet. */
function waiting(seed: TeamSeed): Content {
  const { random, sizes } = seed;
  const rows = importedNumbers()
    .slice(0, sizes.importableRows)
    .map(({ number, timezone }, at) => {
      const { name, email } = person(random, 900_000 + at);
      const orders = random.between(0, 30);
      const signedUp = before(NOW, random.between(2, 700) * DAY + random.between(0, 1_439) * MINUTE).toISOString();
      const plan = random.pick(['basic', 'plus', '"plus, yearly"', 'premium']);
      return `+${number},US,${email},${name},${plan},${orders},${orders * 25}.50,${signedUp},${timezone},CRM-${900_000 + at}`;
    });
  return { name: 'autumn-leads.csv', status: 'uploaded', rows, imported: 0, failureReason: null };
}

const SIGNED_UP = before(NOW, 50 * DAY).toISOString();

/** People that the import made contacts of, and a last row with a number that is none. */
function imported(contacts: SeededContact[]): Content {
  const rows = contacts
    .slice(-20)
    .map(
      ({ number, name, timezone, foreignId }) =>
        `+${number},,,${name},basic,1,25.00,${SIGNED_UP},${timezone},${foreignId}`,
    );
  rows.push(`12345,US,,Nobody,basic,0,0.00,${SIGNED_UP},America/New_York,CRM-999999`);
  return { name: 'store-customers.csv', status: 'imported', rows, imported: rows.length - 1, failureReason: null };
}

function broken(seed: TeamSeed): Content {
  const row = `+${importedNumbers().at(-seed.team)!.number},US,"someone@example.com,Some One,basic,1,25.00,,,CRM-999998`;
  return {
    name: 'broken-quotes.csv',
    status: 'failed',
    rows: [row],
    imported: 0,
    failureReason: 'Line 2: the quote is never closed.',
  };
}

function chunks(teamId: string, dataFileId: string, bytes: Buffer) {
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, position) => ({
    teamId,
    dataFileId,
    position,
    bytes: new Uint8Array(bytes.subarray(position * CHUNK_BYTES, (position + 1) * CHUNK_BYTES)),
  }));
}
