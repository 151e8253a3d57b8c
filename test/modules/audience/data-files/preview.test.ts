import { afterAll, beforeAll, expect, test } from 'vitest';
import { guessColumns } from '../../../../src/modules/audience/data-files/csv/guess-columns.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';
import { uploaded } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('an uploaded list shows its first rows and what its columns seem to be', async () => {
  const { token } = await createTeam(app);
  const rows = Array.from(
    { length: 12 },
    (_, at) => `0171 23456${10 + at};Anna;${at};1,5;01.02.2026;${'x'.repeat(120)}`,
  );
  const id = await uploaded(app, `Handynummer;Vorname;Bestellungen;Umsatz;Seit;Notiz\n${rows.join('\n')}\n`, { token });
  const { data } = await app.graphql<{ dataFile: Record<string, unknown> & { preview: unknown[] } }>(
    `query ($id: ID!) { dataFile(id: $id) {
      hasHeader header delimiter encoding totalRows sha256 preview { line cells }
      guessedColumns { number name email custom1Str custom1Int custom1Dec custom1Datetime custom2Str }
    } }`,
    { token, variables: { id } },
  );
  const { preview, ...others } = data!.dataFile;
  expect(preview).toHaveLength(10);
  expect(preview[0]).toEqual({
    line: 2,
    cells: ['0171 2345610', 'Anna', '0', '1,5', '01.02.2026', 'x'.repeat(100)],
  });
  expect(others).toEqual({
    hasHeader: true,
    header: ['Handynummer', 'Vorname', 'Bestellungen', 'Umsatz', 'Seit', 'Notiz'],
    delimiter: ';',
    encoding: 'utf_8',
    totalRows: 12,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    guessedColumns: {
      number: 0,
      name: 1,
      email: null,
      custom1Str: 5,
      custom1Int: 2,
      custom1Dec: 3,
      custom1Datetime: 4,
      custom2Str: null,
    },
  });
  const found = await app.graphql(
    'query ($sha256: String) { dataFiles(filter: { sha256: $sha256 }) { nodes { id } } }',
    {
      token,
      variables: { sha256: others.sha256 },
    },
  );
  expect(found.data).toEqual({ dataFiles: { nodes: [{ id }] } });
});

const ROW = ['+49 171 2345678', 'Anna', 'anna@example.com', 'DE', 'Europe/Berlin', 'K-17'];
const ALL = { number: 0, name: 1, email: 2, country: 3, timezone: 4, foreignId: 5 };

test.each([
  ['English', 'Mobile Number|Full Name|E-Mail|Country Code|Time Zone|Customer ID'],
  ['German', 'Rufnummer|Vor- und Nachname|E-Mail-Adresse|Länderkennzeichen|Zeitzone|Kundennummer'],
  ['French', 'Téléphone portable|Nom complet|Courriel|Pays|Fuseau horaire|Numéro client'],
  ['Spanish', 'Teléfono móvil|Nombre y apellidos|Correo electrónico|País|Zona horaria|ID de cliente'],
  ['Portuguese', 'Telemóvel|Nome completo|Endereço de e-mail|País|Fuso horário|Código cliente'],
  ['Italian', 'Numero di cellulare|Nome e cognome|Posta elettronica|Paese|Fuso orario|Codice cliente'],
  ['Dutch', 'Mobiel nr.|Volledige naam|E-mailadres|Landcode|Tijdzone|Klantnummer'],
  ['Polish', 'Numer telefonu|Imię i nazwisko|Adres e-mail|Kraj|Strefa czasowa|Numer klienta'],
  ['Swedish', 'Mobilnummer|Namn|E-post|Landskod|Tidszon|Kundnummer'],
  ['Turkish', 'Cep telefonu|Ad Soyad|E-posta|Ülke|Saat dilimi|Müşteri no'],
  ['this product’s own', 'number|name|email|country|timezone|foreign_id'],
])('a header in %s is understood', async (_language, header) => {
  expect(await guessColumns({ header: header.split('|'), rows: [ROW], delimiter: ',' })).toEqual(ALL);
});

test.each([
  [
    'phone numbers, addresses and zones tell themselves without a header',
    '|||',
    [['Anna', '+491712345678', 'a@b.example', 'UTC']],
    { number: 1, email: 2, timezone: 3 },
  ],
  ['a number in scientific notation is one', '|', [['4.91712345678E+11', 'x']], { number: 0 }],
  [
    'the mobile comes before the landline, the first before the second',
    'Phone|Mobile 2|Mobile 1',
    [['0301234567', '01712345678', '01712345679']],
    { number: 2, custom1Int: 0, custom2Int: 1 },
  ],
  [
    'a column that is no number whatever it is called is none',
    'Number|Phone',
    [['A-17', '01712345678']],
    { number: 1, custom1Str: 0 },
  ],
  [
    'an export of this product keeps its custom fields',
    'number|custom2_str|custom1_dec',
    [['+491712345678', '17', '2']],
    { number: 0, custom2Str: 1, custom1Dec: 2 },
  ],
  [
    'a kind whose fields are all taken becomes text',
    'tel|a|b|c',
    [['0171234567', '1.5', '2.5', '3.5']],
    { number: 0, custom1Dec: 1, custom2Dec: 2, custom1Str: 3 },
  ],
  ['empty columns and rows say nothing', 'tel|a||b', [['', '', '', '1'], ['0171234567']], { number: 0, custom1Int: 3 }],
  ['no number, no guess of one', 'a', [['x']], { custom1Str: 0 }],
])('%s', async (_name, header, rows, guess) => {
  expect(await guessColumns({ header: header.split('|'), rows, delimiter: ',' })).toEqual(guess);
});
