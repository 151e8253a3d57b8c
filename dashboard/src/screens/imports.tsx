import type { ResultOf } from '@graphql-typed-document-node/core';
import { useEffect, useRef } from 'react';
import { type FragmentType, graphql, read } from '../gql/index.ts';
import { download, useChange, useData, useLive } from '../lib/client.ts';
import { count, moment, named, plural, words } from '../lib/format.ts';
import { go, Link } from '../lib/router.tsx';
import { Button } from '../ui/dialog.tsx';
import { Message, MutationForm } from '../ui/form.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { List } from '../ui/list.tsx';
import { Answer, Badge, Bar, Card, Figures, Page } from '../ui/parts.tsx';

const Query = graphql(`
  query Imports($first: Int, $after: String, $last: Int, $before: String) {
    list: dataFiles(first: $first, after: $after, last: $last, before: $before) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes { id name status totalRows importedRows failedRows createdContacts createdAt }
    }
  }
`);
const Upload = graphql(`
  mutation UploadFile($file: File!) { uploadDataFile(file: $file) { id } }
`);
const File = graphql(`
  query Import($id: ID!) {
    dataFile(id: $id) {
      id name status rowErrorsCount rowErrorsUrl rowErrors(first: 100) { id line field value reason }
      ...ImportCounts ...ImportSample
    }
    countries { id name }
  }
`);
const Counts = graphql(`
  fragment ImportCounts on DataFile {
    id status failureReason totalRows processedRows importedRows failedRows duplicateRows createdContacts
    updatedContacts unchangedContacts rowsPerSecond remainingSeconds
  }
`);
const Live = graphql(`
  subscription ImportLive($id: ID!) { dataFileProgress(id: $id) { id status ...ImportCounts } }
`);
const Sample = graphql(`
  fragment ImportSample on DataFile {
    id header hasHeader preview { line cells }
    guessedColumns {
      number name email country timezone foreignId custom1Str custom2Str custom3Str custom4Str custom5Str custom1Int
      custom2Int custom1Dec custom1Datetime
    }
  }
`);
const Start = graphql(`
  mutation StartImport($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id status } }
`);

const COLUMNS =
  'number name email country timezone foreignId custom1Str custom2Str custom3Str custom4Str custom5Str custom1Int custom2Int custom1Dec custom1Datetime'.split(
    ' ',
  );

export function Imports() {
  const upload = useChange(Upload);
  async function send(file: globalThis.File | undefined) {
    const done = file && (await upload.change({ file }));
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
        <Message text={upload.fields.file?.join(' ') ?? upload.message} />
      </Card>
      <List
        document={Query}
        noun="file"
        columns={[
          { header: 'File', cell: ({ id, name }) => <Link to={`/imports/${id}`} className="title" text={name} /> },
          { header: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { header: 'Rows', isNumber: true, cell: ({ totalRows }) => count(totalRows) },
          { header: 'Imported', isNumber: true, cell: ({ importedRows }) => count(importedRows) },
          { header: 'New contacts', isNumber: true, cell: ({ createdContacts }) => count(createdContacts) },
          { header: 'Rejected', isNumber: true, cell: ({ failedRows }) => count(failedRows) },
          { header: 'Uploaded', cell: ({ createdAt }) => moment(createdAt) },
        ]}
      />
    </Page>
  );
}

const ERRORS: Column<ResultOf<typeof File>['dataFile']['rowErrors'][number]>[] = [
  { header: 'Line', isNumber: true, cell: ({ line }) => line },
  { header: 'Field', cell: ({ field }) => words(field) },
  { header: 'Value', cell: ({ value }) => value ?? '–' },
  { header: 'Why', cell: ({ reason }) => reason },
];

export function ImportPage({ id }: { id: string }) {
  const answer = useData(File, { id });
  const before = answer.data?.dataFile.status;
  const live = useLive(Live, { id }, before === undefined || isOver(before));
  const { again } = answer;
  const progress = live.data?.dataFileProgress;
  const status = progress?.status ?? before;
  // What was rejected is complete with the import.
  const hasEnded = progress !== undefined && isOver(progress.status);
  const refresh = useRef(again);
  refresh.current = again;
  useEffect(() => {
    if (hasEnded) refresh.current();
  }, [hasEnded]);

  return (
    <Answer of={answer}>
      {({ dataFile: file, countries }) => (
        <Page
          back={['/imports', 'Imports']}
          title={
            <>
              {file.name} <Badge value={status ?? file.status} />
            </>
          }
        >
          {status === 'uploaded' ? (
            <Mapping of={file} id={id} countries={countries} />
          ) : (
            <Progress of={progress ?? file} />
          )}
          {file.rowErrorsCount > 0 && (
            <Card
              title={`${plural(file.rowErrorsCount, 'mistake')} in rejected rows`}
              actions={<Button text="As CSV" act={() => download(file.rowErrorsUrl, `${file.name} rejected.csv`)} />}
            >
              <Grid label="Rejected rows" columns={ERRORS} rows={file.rowErrors} idOf={(error) => error.id} />
            </Card>
          )}
        </Page>
      )}
    </Answer>
  );
}

const isOver = (status: string) => status === 'imported' || status === 'failed';

interface MappingProps {
  of: FragmentType<typeof Sample>;
  id: string;
  countries: readonly { id: number; name: string }[];
}

function Mapping({ of, id, countries }: MappingProps) {
  const { header, preview, guessedColumns, hasHeader } = read(Sample, of);
  const cells = header.length > 0 ? header : (preview[0]?.cells ?? []).map(() => '');
  const names = cells.map((name, index) => name || `Column ${index + 1}`);
  const options = [['', 'No column'] as const, ...names.map((name, index) => [String(index), name] as const)];
  const columns = names.map((name, at) => ({
    id: String(at),
    header: name,
    cell: ({ cells }: (typeof preview)[number]) => cells[at],
  }));
  return (
    <>
      <Card title={hasHeader ? 'What is in it' : 'What is in it (it has no header)'}>
        <Grid label="The first rows" columns={columns} rows={preview} idOf={({ line }) => String(line)} />
      </Card>
      <Card title="Which column is what">
        <MutationForm
          document={Start}
          given={{ id }}
          of={{ columns: guessedColumns }}
          button="Import"
          fields={[
            COLUMNS.map((name) => ({ name: `columns.${name}`, label: words(name), kind: 'number', options })),
            [
              {
                name: 'fixedCountryId',
                label: 'Country of numbers without one',
                kind: 'number',
                options: [['', 'None'], ...named(countries)],
              },
              { name: 'tags', label: 'Tags for all of them', kind: 'list', hint: 'Separated by commas' },
            ],
          ]}
        />
      </Card>
    </>
  );
}

function Progress({ of }: { of: FragmentType<typeof Counts> }) {
  const file = read(Counts, of);
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
          ['Rejected', count(file.failedRows)],
        ]}
      />
      <Bar of={parts} total={file.totalRows} label={`${file.processedRows} of ${file.totalRows} rows read`} />
      {file.status === 'importing' && (
        <small>
          {count(Math.round(file.rowsPerSecond ?? 0))} rows a second
          {file.remainingSeconds != null && `, about ${plural(file.remainingSeconds, 'second')} left`}
        </small>
      )}
      <Message text={file.failureReason ?? undefined} />
      {file.status === 'imported' && (
        <p className="actions">
          <Link to="/contacts" className="button" text="Contacts" />
          <Link to="/segments" className="button" text="Make a segment" />
        </p>
      )}
    </section>
  );
}
