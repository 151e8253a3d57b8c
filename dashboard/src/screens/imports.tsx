import { useEffect, useRef, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import {
  CUSTOM_FIELDS,
  count,
  download,
  fieldName,
  Link,
  offeredFields,
  plural,
  read,
  useChange,
  useData,
  useGo,
  useLive,
  words,
} from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { imports as t } from '../texts/more.ts';
import { Choose } from '../ui/choose.tsx';
import { Button, confirms, type FieldOf, Grid, List, Message, MutationForm, Opens } from '../ui/controls.ts';
import { Answer, Badge, Bar, Card, Figures, Page, When } from '../ui/parts.tsx';
import { CHANNELS } from './contacts.tsx';

/** Those that a list may be in, by script. */
const ENCODINGS = Object.keys(t.encodings) as (keyof typeof t.encodings)[];

export function Imports() {
  const go = useGo();
  const upload = useChange(gql.UploadFileDocument);
  const [file, setFile] = useState<File>();
  async function send(chosen: File | undefined, encoding?: string) {
    setFile(chosen);
    const done = chosen && (await upload.change({ file: chosen, encoding: (encoding as gql.FileEncoding) || null }));
    if (done) go(`/imports/${done.uploadDataFile.id}`);
  }
  return (
    <Page title={general.imports}>
      <Card title={t.aListOfContacts}>
        <div className="actions">
          <input
            aria-label={t.file}
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,.zip,.gz"
            // The same file counts again: it may have been corrected.
            onClick={({ currentTarget }) => {
              currentTarget.value = '';
            }}
            onChange={({ target }) => void send(target.files?.[0])}
          />
          <small>{t.csvOrExcelAlso}</small>
        </div>
        {upload.busy && <p role="status">{t.uploadingMore}</p>}
        <Message text={(upload.fields.file ?? upload.fields.encoding)?.join(' ') ?? upload.message} />
        {upload.fields.encoding && (
          <Choose
            aria-label={t.encoding}
            of={ENCODINGS.map((encoding) => [encoding, t.encodings[encoding]] as const)}
            none={t.chooseTheEncoding}
            onChange={(encoding) => encoding && void send(file, encoding)}
          />
        )}
      </Card>
      <List
        document={gql.ImportsDocument}
        noun="file"
        columns={[
          { header: t.file, cell: ({ id, name }) => <Link to={`/imports/${id}`} className="title" text={name} /> },
          { header: general.status, cell: ({ status }) => <Badge value={status} /> },
          { header: general.rows, isNumber: true, cell: ({ totalRows }) => count(totalRows) },
          { header: t.imported, isNumber: true, cell: ({ importedRows }) => count(importedRows) },
          { header: t.newContacts, isNumber: true, cell: ({ createdContacts }) => count(createdContacts) },
          { header: general.rejected, isNumber: true, cell: ({ failedRows }) => count(failedRows) },
          { header: t.uploaded, cell: ({ createdAt }) => <When at={createdAt} /> },
        ]}
      />
    </Page>
  );
}

const isOver = (status: string | undefined) => ['imported', 'failed', 'cancelled'].includes(status ?? '');

export function ImportPage({ id }: { id: string }) {
  const go = useGo();
  const answer = useData(gql.ImportDocument, { id });
  const before = answer.data?.dataFile.status;
  const live = useLive(gql.ImportLiveDocument, { id }, before === undefined || isOver(before)).data?.dataFileProgress;
  // An import may have ended between its last progress and the answer, after which no more progress is asked for.
  const progress = isOver(before) ? undefined : live;
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
            back={['/imports', general.imports]}
            title={file.name}
            state={<Badge value={status} />}
            actions={
              status !== 'importing' ? (
                <Opens text={general.delete} title={general.deleteNamed(file.name)} of={gql.DeleteImportDocument}>
                  {confirms({
                    document: gql.DeleteImportDocument,
                    variables: { id },
                    text: t.theFile,
                    onDone: () => go('/imports'),
                  })}
                </Opens>
              ) : (
                <Opens text={t.cancelImport} title={t.cancelTheImport(file.name)}>
                  {confirms({
                    document: gql.CancelImportDocument,
                    variables: { id },
                    text: t.contactsImportedSo,
                    button: t.cancelImport,
                  })}
                </Opens>
              )
            }
          >
            {status !== 'uploaded' && <Progress of={read(gql.ImportCountsFragmentDoc, progress ?? file)} />}
            {(status === 'uploaded' || file.canContinue) && (
              <Mapping of={read(gql.ImportSampleFragmentDoc, file)} countries={countries} />
            )}
            {file.rowErrors.totalCount > 0 && (
              <Card
                title={plural(file.rowErrors.totalCount, 'mistake')}
                actions={<Button text={t.asCsv} act={() => download(file.rowErrorsUrl, t.errorsCsv(file.name))} />}
              >
                <Grid
                  label={t.errorsAndWarnings}
                  rows={file.rowErrors.nodes}
                  columns={[
                    { header: t.line, isNumber: true, cell: ({ line }) => line },
                    { header: t.row, cell: ({ isWarning }) => (isWarning ? t.importedWithout : general.rejected) },
                    { header: t.field, cell: ({ field }) => fieldName(field) },
                    { header: general.value, cell: ({ value }) => value },
                    { header: general.why, cell: ({ reason }) => reason },
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

const COLUMNS = 'number name email country timezone foreignId'.split(' ');

type MappingProps = { of: gql.ImportSampleFragment; countries: gql.ImportQuery['countries'] };

/** Of an import that did not end, with its settings: with others it starts again. */
function Mapping({ of, countries }: MappingProps) {
  const { id, encoding, header, preview, hasHeader, canContinue } = of;
  const { fixedCountryId, fixedNetworkBrand, tags, consent } = of;
  const columnsOf = read(gql.ImportColumnsFragmentDoc, of.columns ?? of.guessedColumns);
  const [purpose, setPurpose] = useState<string>(consent?.purpose ?? '');
  const cells = header.length > 0 ? header : (preview[0]?.cells ?? []).map(() => '');
  const names = cells.map((name, at) => name || t.columnNamed(at + 1));
  const columns = names.map((name, at) => ({
    id: String(at),
    header: name,
    cell: (row: (typeof preview)[number]) => row.cells[at],
  }));
  const options = names.map((name, at) => [String(at), name] as const);
  const column = { kind: 'number', none: general.none, options } as const;
  const columnFor = (name: string): FieldOf => ({ name: `columns.${name}`, label: fieldName(name), ...column });
  const isGuessed = (name: string) => columnsOf[name as keyof typeof columnsOf] != null;
  const custom = CUSTOM_FIELDS.filter((name) => offeredFields().includes(name) || isGuessed(name));
  return (
    <>
      <Card title={hasHeader ? t.whatIs : t.whatIsWithoutHeader}>
        <Grid label={t.theFirstRows} columns={columns} rows={preview} idOf={({ line }) => String(line)} />
        {encoding === 'windows_1252' && <small>{t.readAsWindows1252}</small>}
      </Card>
      <Card title={t.whichColumn}>
        {canContinue && <p>{t.withTheSame}</p>}
        <MutationForm
          document={gql.StartImportDocument}
          given={{ id }}
          of={{ columns: columnsOf, fixedCountryId, tags, consent }}
          fixed={{ fixedNetworkBrand }}
          button={canContinue ? t.continueIt : general.import}
          fields={[
            COLUMNS.map(columnFor),
            {
              more: `${general.customFields} (${count(custom.filter(isGuessed).length)})`,
              isAlways: true,
              fields: [custom.map(columnFor)],
            },
            [
              { name: 'fixedCountryId', label: t.defaultCountry, none: general.none, options: countries },
              { name: 'tags', label: t.tagsForAll, kind: 'list', hint: general.separatedByCommas },
            ],
            [
              {
                name: 'consent.purpose',
                label: t.theyConsented,
                options: Object.values(gql.ConsentPurpose).map((purpose) => [purpose, words(purpose)]),
                none: t.noConsentOnRecord,
                isOptional: true,
                onChange: setPurpose,
              },
              ...(purpose
                ? ([
                    { name: 'consent.channels', label: t.by, multiple: true, options: CHANNELS },
                    {
                      name: 'consent.column',
                      label: t.asThisColumnSays,
                      ...column,
                      none: t.allOfThemDid,
                      hint: t.yesOrNo,
                    },
                    {
                      name: 'consent.default',
                      label: t.whereItIsEmpty,
                      options: Object.entries({ granted: t.consented, withdrawn: t.theyDid }),
                      none: t.noEntry,
                    },
                    { name: 'consent.evidence', label: general.evidence, hint: general.suchAsTheForm },
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
    <section aria-label={general.progress} aria-live="polite">
      <Figures
        of={[
          [general.rows, count(file.totalRows), t.readNamed(count(file.processedRows))],
          [t.imported, count(file.importedRows)],
          [t.newContacts, count(file.createdContacts)],
          [general.changed, count(file.updatedContacts), t.asTheyWere(count(file.unchangedContacts))],
          [t.repeated, count(file.duplicateRows)],
          [general.rejected, count(file.failedRows), file.warningRows > 0 && t.withWarnings(count(file.warningRows))],
        ]}
      />
      <Bar of={parts} total={file.totalRows} label={t.ofRowsRead(file.processedRows, file.totalRows)} />
      {file.status === 'importing' && (
        <small>
          {t.rowsASecond(count(Math.round(file.rowsPerSecond ?? 0)))}
          {file.remainingSeconds != null && t.left(plural(file.remainingSeconds, 'second'))}
        </small>
      )}
      <Message text={file.failureReason} />
      {file.status === 'imported' && (
        <p className="actions">
          <Link to="/contacts" className="button" text={general.contacts} />
          <Link to="/segments" className="button" text={t.makeASegment} />
        </p>
      )}
    </section>
  );
}
