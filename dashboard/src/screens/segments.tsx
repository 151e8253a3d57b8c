import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import {
  CUSTOM_FIELDS,
  columnOf,
  count,
  fieldName,
  go,
  Link,
  moment,
  optionsOf,
  plural,
  read,
  useData,
  useLater,
  word,
} from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { segments as t } from '../texts/more.ts';
import {
  confirms,
  type FieldList,
  type FieldOf,
  flat,
  Grid,
  type Input,
  List,
  MutationForm,
  Opens,
  Pages,
  shownOf,
  usePage,
  withoutTypes,
  YES_NO,
} from '../ui/controls.ts';
import { Answer, Card, Facts, Figures, Page, When } from '../ui/parts.tsx';
import { CHANNELS, CONTACT_COLUMNS } from './contacts.tsx';

const either = { kind: 'flag', options: YES_NO, none: t.either } as const;
const CONSENTS = CHANNELS.flatMap(([channel, name]) =>
  Object.values(gql.ConsentPurpose).map((purpose) => [`${channel} ${purpose}`, `${name}: ${word(purpose)}`] as const),
);
const consentsOf = (given: string[]) =>
  given.map((one) => {
    const [channel, purpose] = one.split(' ');
    return { channel, purpose };
  });

const MANY_TAGS = { named: 'tagNames', multiple: true } as const;
/** What all must fulfill; or, at another path, one of the alternatives. */
function conditionsOf({ countries, tags, replyKeywords }: gql.SegmentPartsQuery, path = 'filter'): FieldList {
  const named = tags.nodes.map(({ name }) => [name, name] as const);
  const tagged = (name: string, label: string): FieldOf => ({ name, label, options: named, ...MANY_TAGS });
  const words = [...new Set(replyKeywords.nodes.map(({ word }) => word))].map((word) => [word, word] as const);
  return [
    tagged(`${path}.tagsAny`, t.withAnyOfThese),
    [tagged(`${path}.tagsAll`, t.withAllOfThese), tagged(`${path}.tagsNone`, t.withNoneOfThese)],
    [
      { name: `${path}.countryIds`, label: t.countries, options: countries, multiple: true },
      {
        name: `${path}.callOutcomes`,
        label: t.outcomesOfCalls,
        options: Object.values(gql.CallOutcome),
        multiple: true,
      },
    ],
    [
      { name: `${path}.hasClicked`, label: t.clickedALink, ...either },
      { name: `${path}.hasReplied`, label: t.replied, ...either },
      { name: `${path}.hasBeenCalled`, label: t.wasCalled, ...either },
      { name: `${path}.hasAnswered`, label: t.answeredACall, ...either },
      { name: `${path}.unsubscribed`, label: general.unsubscribed, ...either },
    ],
    {
      more: t.moreConditions,
      fields: [
        [
          ...(words.length > 0
            ? [
                {
                  name: `${path}.repliedKeywords`,
                  label: t.repliedWith,
                  options: words,
                  named: 'replyKeywords',
                  multiple: true,
                } satisfies FieldOf,
              ]
            : []),
          {
            name: `${path}.consentsAll`,
            label: t.consentedTo,
            options: CONSENTS,
            multiple: true,
            read: consentsOf,
            show: (given: readonly { channel: string; purpose: string }[]) =>
              given.map(({ channel, purpose }) => `${channel} ${purpose}`),
          },
        ],
        {
          name: `${path}.customFields`,
          label: general.customFields,
          hint: t.timesAre,
          columns: [
            { name: 'field', label: t.field, options: CUSTOM_FIELDS.map((one) => [columnOf(one), fieldName(one)]) },
            { name: 'operator', label: t.comparison, options: Object.values(gql.FilterOperator), value: 'equals' },
            { name: 'value', label: general.value },
            { name: 'valueTo', label: general.until },
          ],
          value: [],
          read: (rows: string) => JSON.parse(rows, (_, value) => (value === '' ? null : value)),
          show: (given: object) => JSON.stringify(given, ['field', 'operator', 'value', 'valueTo']),
        },
        [
          { name: `${path}.createdAt.from`, label: t.addedFrom, kind: 'moment', isOptional: true },
          { name: `${path}.createdAt.to`, label: t.addedUntil, kind: 'moment', isOptional: true },
        ],
      ],
    },
  ];
}

export const Segments = () => (
  <Page
    title={general.segments}
    actions={
      <Opens text={t.newSegment} className="main">
        {() => <SegmentForm onDone={(id) => go(`/segments/${id}`)} />}
      </Opens>
    }
  >
    <List
      document={gql.SegmentsDocument}
      noun="segment"
      // Counts each of them twice, and a request counts 40 times.
      size={20}
      filters={[{ name: 'name', label: general.name }]}
      columns={[
        { header: t.segment, cell: ({ id, name }) => <Link to={`/segments/${id}`} className="title" text={name} /> },
        { header: t.contactsNow, isNumber: true, cell: ({ contacts }) => count(contacts.totalCount) },
        { header: t.mayBeContacted, isNumber: true, cell: ({ audienceCount }) => count(audienceCount) },
        { header: general.changed, cell: ({ updatedAt }) => <When at={updatedAt} /> },
      ]}
    >
      <p>{t.aSegment}</p>
    </List>
  </Page>
);

function SegmentForm({ of, onDone }: { of?: gql.SegmentFormFragment; onDone: (id: string) => void }) {
  const [typed, setTyped] = useState<Input>();
  const [shown, setShown] = useState(() => of?.filter.anyOf.map((_, at) => at) ?? []);
  const [next, setNext] = useState(shown.length);
  /** The alternatives that were sent, in their order there. */
  const [sent, setSent] = useState<number[]>([]);
  const add = (count: number) => {
    setShown([...shown, ...Array.from({ length: count }, (_, at) => next + at)]);
    setNext(next + count);
  };
  const typedOf = (input: Input) => input?.filter ?? withoutTypes(of?.filter);
  /** Alternatives without a condition are left out. */
  const askedOf = (input: Input) => shown.filter((at) => Object.values(typedOf(input).anyOf?.[at] ?? {}).some(isAsked));
  const filterOf = (input: Input): gql.SegmentFilterInput => {
    const filter = typedOf(input);
    return { ...filter, anyOf: askedOf(input).map((at) => filter.anyOf[at]) };
  };
  /** The API counts the alternatives that were sent. */
  const placed = (rows: FieldList, at: number): FieldList => {
    const index = sent.indexOf(at);
    const own = `filter.anyOf.${at}.`;
    const one = (field: FieldOf): FieldOf => ({
      ...field,
      at: index < 0 ? [] : [field.name.replace(own, `filter.anyOf.${index}.`)],
    });
    return rows.map((row) =>
      'name' in row ? one(row) : 'fields' in row ? { ...row, fields: placed(row.fields, at) } : row.map(one),
    );
  };
  return (
    <Answer of={useData(gql.SegmentPartsDocument, {})}>
      {(known) => (
        <MutationForm
          document={of ? gql.UpdateSegmentDocument : gql.CreateSegmentDocument}
          given={of && { id: of.id }}
          fields={[
            { name: 'name', label: general.name },
            ...conditionsOf(known),
            ...shown.map((at, index) => ({
              legend: t.alternative(index + 1),
              hint: index === 0 ? t.contactsMustMatch : undefined,
              fields: placed(conditionsOf(known, `filter.anyOf.${at}`), at),
              remove: () => setShown(shown.filter((one) => one !== at)),
            })),
          ]}
          of={of}
          depth={1}
          watch={setTyped}
          prepare={async (input) => {
            setSent(askedOf(input));
            return { ...input, filter: filterOf(input) };
          }}
          others={
            <>
              <Preview filter={(typed ?? of) && filterOf(typed)} />
              {shown.length < 10 && (
                <button type="button" onClick={() => add(shown.length > 0 ? 1 : 2)}>
                  {shown.length > 0 ? t.orMore : t.addAlternatives}
                </button>
              )}
            </>
          }
          button={of ? general.save : general.create}
          onDone={({ done }) => onDone(done.id)}
        />
      )}
    </Answer>
  );
}

const isAsked = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value != null);

/** Whom the filter holds as it is typed, half a second after the last key. */
function Preview({ filter }: { filter: gql.SegmentFilterInput | undefined }) {
  const asked = useLater(filter, 500);
  const { data, error } = useData(gql.SegmentPreviewDocument, { filter: asked ?? {} }, !asked);
  const { contactsCount, audienceCount } = data?.preview ?? {};
  const isShown = asked && !error && contactsCount !== undefined;
  const said = isShown && t.found(plural(contactsCount, 'contact'), count(audienceCount));
  return <small role="status">{said}</small>;
}

type Group = Omit<gql.SegmentFormFragment['filter'], 'anyOf'>;

/** What a field of the form asks for, in words. */
function saidOf(field: FieldOf, filter: Group): string {
  const name = field.name.replace('filter.', '');
  if (name === 'customFields') {
    const said = filter.customFields.map(({ field, operator, value, valueTo }) =>
      [fieldName(field), word(operator), value, valueTo && `– ${valueTo}`].filter(Boolean).join(' '),
    );
    return said.join('; ');
  }
  const shown = [shownOf(field, { filter })].flat().filter(Boolean);
  const options = optionsOf(field.options ?? []);
  if (field.kind === 'moment') return shown.map((at) => moment(at)).join();
  return shown.map((one) => options.find(([value]) => value === one)?.[1] ?? one).join(', ');
}

/** The conditions as the form has them. */
function Conditions({ of: { filter } }: { of: gql.SegmentFormFragment }) {
  const known = useData(gql.SegmentPartsDocument, {}).data;
  if (!known) return null;
  const fields = flat(conditionsOf(known));
  const factsOf = (group: Group) => [
    ...fields.map((field) => [field.label, saidOf(field, group)] as const).filter(([, text]) => text),
    ...(group.networkIds.length > 0 ? [[general.network, group.networkIds.join(', ')] as const] : []),
  ];
  const all = factsOf(filter);
  return (
    <Card title={t.conditions}>
      {all.length === 0 && filter.anyOf.length === 0 && <p className="muted">{t.everyContact}</p>}
      <Facts of={all} />
      {filter.anyOf.length > 0 && <p>{t.contactsMustMatch}</p>}
      {filter.anyOf.map((group, at) => (
        <section key={JSON.stringify(group)} aria-label={t.alternative(at + 1)}>
          <h3>{t.alternative(at + 1)}</h3>
          <Facts of={factsOf(group)} />
        </section>
      ))}
    </Card>
  );
}

export const SegmentPage = ({ id }: { id: string }) => (
  <Answer of={useData(gql.SegmentDocument, { id, ...usePage(100) })}>
    {({ segment, segment: { name, contacts, audienceCount } }) => (
      <Page
        back={['/segments', general.segments]}
        title={name}
        actions={
          <>
            <Opens text={general.edit} title={t.editTheSegment}>
              {(close) => <SegmentForm of={read(gql.SegmentFormFragmentDoc, segment)} onDone={close} />}
            </Opens>
            <Opens text={general.delete} title={general.deleteNamed(name)}>
              {confirms({
                document: gql.DeleteSegmentDocument,
                variables: { id },
                text: t.itsContactsStay,
                onDone: () => go('/segments'),
              })}
            </Opens>
          </>
        }
      >
        <Figures
          of={[
            [t.contactsNow, count(contacts.totalCount)],
            [t.mayBeContacted, count(audienceCount)],
          ]}
        />
        <Conditions of={read(gql.SegmentFormFragmentDoc, segment)} />
        <Grid label={t.contactsOf} columns={CONTACT_COLUMNS} rows={contacts.nodes} empty={t.nobodyIs} />
        <Pages info={contacts.pageInfo} total={contacts.totalCount} noun="contact" />
      </Page>
    )}
  </Answer>
);
