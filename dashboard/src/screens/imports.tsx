import { useEffect, useRef, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import {
  count,
  download,
  fieldName,
  go,
  Link,
  plural,
  read,
  useChange,
  useData,
  useLive,
  words,
} from '../lib/index.ts';
import { Choose } from '../ui/choose.tsx';
import { Button, confirms, type FieldOf, Grid, List, Message, MutationForm, Opens } from '../ui/controls.ts';
import { Answer, Badge, Bar, Card, Figures, Page, When } from '../ui/parts.tsx';

const ENCODINGS: readonly (readonly [gql.FileEncoding, string])[] = [
  ['windows_1252', 'Western Europe (Windows-1252)'],
  ['iso_8859_15', 'Western Europe (ISO-8859-15)'],
  ['macintosh', 'Western Europe (Mac)'],
  ['windows_1250', 'Central Europe (Windows-1250)'],
  ['iso_8859_2', 'Central Europe (ISO-8859-2)'],
  ['windows_1251', 'Cyrillic (Windows-1251)'],
  ['koi8_r', 'Russian (KOI8-R)'],
  ['koi8_u', 'Ukrainian (KOI8-U)'],
  ['iso_8859_5', 'Cyrillic (ISO-8859-5)'],
  ['ibm866', 'Cyrillic (DOS)'],
  ['windows_1253', 'Greek (Windows-1253)'],
  ['iso_8859_7', 'Greek (ISO-8859-7)'],
  ['windows_1254', 'Turkish (Windows-1254)'],
  ['windows_1255', 'Hebrew (Windows-1255)'],
  ['windows_1256', 'Arabic (Windows-1256)'],
  ['windows_1257', 'Baltic (Windows-1257)'],
  ['windows_1258', 'Vietnamese (Windows-1258)'],
  ['windows_874', 'Thai (Windows-874)'],
  ['shift_jis', 'Japanese (Shift_JIS)'],
  ['euc_jp', 'Japanese (EUC-JP)'],
  ['euc_kr', 'Korean (EUC-KR)'],
  ['gb18030', 'Simplified Chinese (GB 18030)'],
  ['big5', 'Traditional Chinese (Big5)'],
  ['utf_8', 'UTF-8'],
];

export function Imports() {
  const upload = useChange(gql.UploadFileDocument);
  const [file, setFile] = useState<File>();
  async function send(chosen: File | undefined, encoding?: string) {
    setFile(chosen);
    const done = chosen && (await upload.change({ file: chosen, encoding: (encoding as gql.FileEncoding) || null }));
    if (done) go(`/imports/${done.uploadDataFile.id}`);
  }
  return (
    <Page title="Imports">
      <Card title="A list of contacts">
        <div className="actions">
          <input
            aria-label="File"
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,.zip,.gz"
            onChange={({ target }) => void send(target.files?.[0])}
          />
          <small>CSV or Excel, also as .zip or .gz. Nothing is imported before you say which column is what.</small>
        </div>
        {upload.busy && <p role="status">Uploading …</p>}
        <Message text={(upload.fields.file ?? upload.fields.encoding)?.join(' ') ?? upload.message} />
        {upload.fields.encoding && (
          <Choose
            aria-label="Encoding"
            of={ENCODINGS}
            none="Choose the encoding"
            onChange={(encoding) => encoding && void send(file, encoding)}
          />
        )}
      </Card>
      <List
        document={gql.ImportsDocument}
        noun="file"
        columns={[
          { header: 'File', cell: ({ id, name }) => <Link to={`/imports/${id}`} className="title" text={name} /> },
          { header: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { header: 'Rows', isNumber: true, cell: ({ totalRows }) => count(totalRows) },
          { header: 'Imported', isNumber: true, cell: ({ importedRows }) => count(importedRows) },
          { header: 'New contacts', isNumber: true, cell: ({ createdContacts }) => count(createdContacts) },
          { header: 'Rejected', isNumber: true, cell: ({ failedRows }) => count(failedRows) },
          { header: 'Uploaded', cell: ({ createdAt }) => <When at={createdAt} /> },
        ]}
      />
    </Page>
  );
}

const isOver = (status: string | undefined) => ['imported', 'failed', 'cancelled'].includes(status ?? '');

export function ImportPage({ id }: { id: string }) {
  const answer = useData(gql.ImportDocument, { id });
  const before = answer.data?.dataFile.status;
  const progress = useLive(gql.ImportLiveDocument, { id }, before === undefined || isOver(before)).data
    ?.dataFileProgress;
  // What was rejected is complete with the import.
  const hasEnded = isOver(progress?.status);
  const refresh = useRef(answer.again);
  refresh.current = answer.again;
  useEffect(() => {
    if (hasEnded) refresh.current();
  }, [hasEnded]);

  return (
    <Answer of={answer}>
      {({ dataFile: file, countries }) => {
        const status = progress?.status ?? file.status;
        return (
          <Page
            back={['/imports', 'Imports']}
            title={file.name}
            state={<Badge value={status} />}
            actions={
              status !== 'importing' ? (
                <Opens text="Delete" title={`Delete ${file.name}?`} of={gql.DeleteImportDocument}>
                  {confirms({
                    document: gql.DeleteImportDocument,
                    variables: { id },
                    text: 'The file and its errors are deleted. Contacts that came of it stay.',
                    onDone: () => go('/imports'),
                  })}
                </Opens>
              ) : (
                <Opens text="Cancel import" title={`Cancel the import of ${file.name}?`}>
                  {confirms({
                    document: gql.CancelImportDocument,
                    variables: { id },
                    text: 'Contacts imported so far stay.',
                    button: 'Cancel import',
                  })}
                </Opens>
              )
            }
          >
            {status === 'uploaded' ? (
              <Mapping of={read(gql.ImportSampleFragmentDoc, file)} countries={countries} />
            ) : (
              <Progress of={read(gql.ImportCountsFragmentDoc, progress ?? file)} />
            )}
            {file.rowErrors.totalCount > 0 && (
              <Card
                title={plural(file.rowErrors.totalCount, 'error or warning', 'errors and warnings')}
                actions={<Button text="As CSV" act={() => download(file.rowErrorsUrl, `${file.name} errors.csv`)} />}
              >
                <Grid
                  label="Errors and warnings"
                  rows={file.rowErrors.nodes}
                  columns={[
                    { header: 'Line', isNumber: true, cell: ({ line }) => line },
                    { header: 'Row', cell: ({ isWarning }) => (isWarning ? 'Imported without it' : 'Rejected') },
                    { header: 'Field', cell: ({ field }) => fieldName(field) },
                    { header: 'Value', cell: ({ value }) => value },
                    { header: 'Why', cell: ({ reason }) => reason },
                  ]}
                />
              </Card>
            )}
          </Page>
        );
      }}
    </Answer>
  );
}

const COLUMNS =
  'number name email country timezone foreignId custom1Str custom2Str custom3Str custom4Str custom5Str custom1Int custom2Int custom1Dec custom1Datetime';

const CUSTOM = /^(Text|Number|Decimal|Time) \d$/;

type MappingProps = { of: gql.ImportSampleFragment; countries: gql.ImportQuery['countries'] };

function Mapping({ of: { id, encoding, header, preview, guessedColumns, hasHeader }, countries }: MappingProps) {
  const [purpose, setPurpose] = useState('');
  const cells = header.length > 0 ? header : (preview[0]?.cells ?? []).map(() => '');
  const names = cells.map((name, at) => name || `Column ${at + 1}`);
  const columns = names.map((name, at) => ({
    id: String(at),
    header: name,
    cell: (row: (typeof preview)[number]) => row.cells[at],
  }));
  const options = names.map((name, at) => [String(at), name] as const);
  const number = { kind: 'number', none: 'None' } as const;
  const fields = COLUMNS.split(' ').map(
    (name): FieldOf => ({ name: `columns.${name}`, label: fieldName(name), ...number, options }),
  );
  return (
    <>
      <Card title={hasHeader ? 'What is in it' : 'What is in it (it has no header)'}>
        <Grid label="The first rows" columns={columns} rows={preview} idOf={({ line }) => String(line)} />
        {encoding === 'windows_1252' && (
          <small>Read as Windows-1252. If names look wrong here, save the list as UTF-8 and upload it again.</small>
        )}
      </Card>
      <Card title="Which column is what">
        <MutationForm
          document={gql.StartImportDocument}
          given={{ id }}
          of={{ columns: guessedColumns }}
          button="Import"
          fields={[
            fields.filter(({ label }) => !CUSTOM.test(label)),
            { more: 'Custom fields', fields: [fields.filter(({ label }) => CUSTOM.test(label))] },
            [
              {
                name: 'fixedCountryId',
                label: 'Default country for local numbers',
                none: number.none,
                options: countries,
              },
              { name: 'tags', label: 'Tags for all of them', kind: 'list', hint: 'Separated by commas' },
            ],
            [
              {
                name: 'consent.purpose',
                label: 'They consented to',
                options: Object.values(gql.ConsentPurpose).map((purpose) => [purpose, words(purpose)]),
                none: 'No consent on record',
                isOptional: true,
                onChange: setPurpose,
              },
              ...(purpose
                ? ([
                    {
                      name: 'consent.channels',
                      label: 'by',
                      multiple: true,
                      options: [
                        ['sms', 'Messages'],
                        ['voice', 'Calls'],
                      ],
                    },
                    {
                      name: 'consent.column',
                      label: 'as this column says',
                      kind: number.kind,
                      none: 'All of them did',
                      options,
                      hint: 'yes or no',
                    },
                    {
                      name: 'consent.default',
                      label: 'Where it is empty',
                      options: [
                        ['granted', 'They consented'],
                        ['withdrawn', 'They did not'],
                      ],
                      none: 'No entry',
                    },
                    { name: 'consent.evidence', label: 'Evidence', hint: 'Such as the form and its wording.' },
                  ] satisfies FieldOf[])
                : []),
            ],
          ]}
        />
      </Card>
    </>
  );
}

function Progress({ of: file }: { of: gql.ImportCountsFragment }) {
  const parts = { delivered: file.importedRows, held: file.duplicateRows, failed: file.failedRows };
  return (
    <section aria-label="Progress" aria-live="polite">
      <Figures
        of={[
          ['Rows', count(file.totalRows), `${count(file.processedRows)} read`],
          ['Imported', count(file.importedRows)],
          ['New contacts', count(file.createdContacts)],
          ['Changed', count(file.updatedContacts), `${count(file.unchangedContacts)} as they were`],
          ['Repeated', count(file.duplicateRows)],
          ['Rejected', count(file.failedRows), file.warningRows > 0 && `${count(file.warningRows)} with warnings`],
        ]}
      />
      <Bar of={parts} total={file.totalRows} label={`${file.processedRows} of ${file.totalRows} rows read`} />
      {file.status === 'importing' && (
        <small>
          {count(Math.round(file.rowsPerSecond ?? 0))} rows a second
          {file.remainingSeconds != null && `, about ${plural(file.remainingSeconds, 'second')} left`}
        </small>
      )}
      <Message text={file.failureReason} />
      {file.status === 'imported' && (
        <p className="actions">
          <Link to="/contacts" className="button" text="Contacts" />
          <Link to="/segments" className="button" text="Make a segment" />
        </p>
      )}
    </section>
  );
}
