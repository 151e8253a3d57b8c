import { useEffect, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { count, go, Link, moment, plural, read, useData } from '../lib/index.ts';
import { confirms, type FieldList, Grid, List, MutationForm, Opens, Pages, usePage, YES_NO } from '../ui/controls.ts';
import { Answer, Figures, Page } from '../ui/parts.tsx';
import { CONTACT_COLUMNS } from './contacts.tsx';

const either = { kind: 'flag', options: YES_NO, none: 'Either' } as const;
const fieldsOf = (countries: gql.CountriesQuery['countries']): FieldList => [
  { name: 'name', label: 'Name' },
  { name: 'filter.tagsAny', label: 'With any of these tags', kind: 'list', hint: 'Separated by commas' },
  [
    { name: 'filter.tagsAll', label: 'With all of these tags', kind: 'list' },
    { name: 'filter.tagsNone', label: 'With none of these tags', kind: 'list' },
  ],
  [
    {
      name: 'filter.countryIds',
      label: 'Countries',
      options: countries,
      multiple: true,
    },
    {
      name: 'filter.callOutcomes',
      label: 'Outcomes of calls',
      options: Object.values(gql.CallOutcome),
      multiple: true,
    },
  ],
  [
    { name: 'filter.hasClicked', label: 'Clicked a link', ...either },
    { name: 'filter.hasBeenCalled', label: 'Was called', ...either },
    { name: 'filter.hasAnswered', label: 'Answered a call', ...either },
    { name: 'filter.unsubscribed', label: 'Unsubscribed', ...either },
  ],
];

export const Segments = () => (
  <Page
    title="Segments"
    actions={
      <Opens text="New segment" className="main">
        {() => <SegmentForm onDone={(id) => go(`/segments/${id}`)} />}
      </Opens>
    }
  >
    <List
      document={gql.SegmentsDocument}
      noun="segment"
      filters={[{ name: 'name', label: 'Name' }]}
      columns={[
        { header: 'Segment', cell: ({ id, name }) => <Link to={`/segments/${id}`} className="title" text={name} /> },
        { header: 'Contacts now', isNumber: true, cell: ({ contactsCount }) => count(contactsCount) },
        { header: 'May be contacted', isNumber: true, cell: ({ audienceCount }) => count(audienceCount) },
        { header: 'Changed', cell: ({ updatedAt }) => moment(updatedAt) },
      ]}
    >
      <p>A segment is a saved filter of contacts. Campaigns go to segments.</p>
    </List>
  </Page>
);

function SegmentForm({ of, onDone }: { of?: gql.SegmentFormFragment; onDone: (id: string) => void }) {
  const [filter, setFilter] = useState<gql.SegmentFilterInput>();
  return (
    <Answer of={useData(gql.CountriesDocument, {})}>
      {({ countries }) => (
        <MutationForm
          document={of ? gql.UpdateSegmentDocument : gql.CreateSegmentDocument}
          given={of && { id: of.id }}
          fields={fieldsOf(countries)}
          of={of}
          depth={1}
          watch={(input) => setFilter(input.filter)}
          others={<Preview filter={filter} />}
          button={of ? 'Save' : 'Create'}
          onDone={({ done }) => onDone(done.id)}
        />
      )}
    </Answer>
  );
}

/** Whom the filter holds as it is typed, half a second after the last key. */
function Preview({ filter }: { filter: gql.SegmentFilterInput | undefined }) {
  const [asked, setAsked] = useState(filter);
  const typed = JSON.stringify(filter);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed && JSON.parse(typed)), 500);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error } = useData(gql.SegmentPreviewDocument, { filter: asked ?? {} }, !asked);
  const { contactsCount, audienceCount } = data?.preview ?? {};
  const isShown = asked && !error && contactsCount !== undefined;
  const said = isShown && `${plural(contactsCount, 'contact')} now, ${count(audienceCount)} of them may be contacted`;
  return <small role="status">{said}</small>;
}

export const SegmentPage = ({ id }: { id: string }) => (
  <Answer of={useData(gql.SegmentDocument, { id, ...usePage(100) })}>
    {({ segment, segment: { name, contacts, contactsCount, audienceCount } }) => (
      <Page
        back={['/segments', 'Segments']}
        title={name}
        actions={
          <>
            <Opens text="Edit" title="Edit the segment">
              {(close) => <SegmentForm of={read(gql.SegmentFormFragmentDoc, segment)} onDone={close} />}
            </Opens>
            <Opens text="Delete" title={`Delete ${name}?`}>
              {confirms({
                document: gql.DeleteSegmentDocument,
                variables: { id },
                text: 'Its contacts stay.',
                onDone: () => go('/segments'),
              })}
            </Opens>
          </>
        }
      >
        <Figures
          of={[
            ['Contacts now', count(contactsCount)],
            ['May be contacted', count(audienceCount)],
          ]}
        />
        <Grid
          label="Contacts of the segment"
          columns={CONTACT_COLUMNS}
          rows={contacts.nodes}
          empty="Nobody is in it now."
        />
        <Pages info={contacts.pageInfo} total={contactsCount} noun="contact" />
      </Page>
    )}
  </Answer>
);
