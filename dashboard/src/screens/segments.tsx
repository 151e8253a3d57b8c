import { type FragmentType, graphql, read } from '../gql/index.ts';
import { useData } from '../lib/client.ts';
import { chosen, count, moment, named } from '../lib/format.ts';
import { go, Link } from '../lib/router.tsx';
import { Confirm, Opens } from '../ui/dialog.tsx';
import { type FieldList, MutationForm } from '../ui/form.tsx';
import { Grid } from '../ui/grid.tsx';
import { List, Pages, usePage } from '../ui/list.tsx';
import { Answer, Figures, Page } from '../ui/parts.tsx';
import { OUTCOMES } from './calls.tsx';
import { CONTACT_COLUMNS } from './contacts.tsx';

const Query = graphql(`
  query Segments($first: Int, $after: String, $last: Int, $before: String, $filter: SegmentListFilter) {
    list: segments(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes { id name contactsCount audienceCount updatedAt }
    }
  }
`);
const Segment = graphql(`
  query Segment($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    segment(id: $id) {
      id name contactsCount audienceCount
      contacts(first: $first, after: $after, last: $last, before: $before) {
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        nodes { id name number unsubscribedAt createdAt country { id name } }
      }
      ...SegmentForm
    }
  }
`);
const Saved = graphql(`
  fragment SegmentForm on Segment {
    id name
    filter {
      tagsAny tagsAll tagsNone countryIds networkIds callOutcomes hasClicked hasBeenCalled hasAnswered unsubscribed
      createdAt { from to } customFields { field operator value valueTo }
    }
  }
`);
const Countries = graphql(`
  query Countries { countries { id name } }
`);
const Create = graphql(`
  mutation CreateSegment($input: CreateSegmentInput!) { done: createSegment(input: $input) { id } }
`);
const Update = graphql(`
  mutation UpdateSegment($id: ID!, $input: UpdateSegmentInput!) { done: updateSegment(id: $id, input: $input) { id } }
`);
const Delete = graphql(`
  mutation DeleteSegment($id: ID!) { deleteSegment(id: $id) { id } }
`);

export const YES_NO = [
  ['', 'Either'],
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

const fieldsOf = (countries: readonly { id: number; name: string }[]): FieldList => [
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
      options: named(countries),
      multiple: true,
      read: (ids: string[]) => ids.map(Number),
      show: (ids: number[]) => ids.map(String),
    },
    { name: 'filter.callOutcomes', label: 'Outcomes of calls', options: chosen(OUTCOMES), multiple: true },
  ],
  [
    { name: 'filter.hasClicked', label: 'Clicked a link', kind: 'flag', options: YES_NO },
    { name: 'filter.hasBeenCalled', label: 'Was called', kind: 'flag', options: YES_NO },
    { name: 'filter.hasAnswered', label: 'Answered a call', kind: 'flag', options: YES_NO },
    { name: 'filter.unsubscribed', label: 'Unsubscribed', kind: 'flag', options: YES_NO },
  ],
];

export function Segments() {
  return (
    <Page
      title="Segments"
      actions={
        <Opens text="New segment" className="main">
          {() => <SegmentForm onDone={(id) => go(`/segments/${id}`)} />}
        </Opens>
      }
    >
      <List
        document={Query}
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
}

function SegmentForm({ of, onDone }: { of?: FragmentType<typeof Saved>; onDone: (id: string) => void }) {
  const saved = read(Saved, of);
  return (
    <Answer of={useData(Countries, {})}>
      {({ countries }) => (
        <MutationForm
          document={saved ? Update : Create}
          given={saved && { id: saved.id }}
          fields={fieldsOf(countries)}
          of={saved}
          depth={1}
          button={saved ? 'Save' : 'Create'}
          onDone={({ done }) => onDone(done.id)}
        />
      )}
    </Answer>
  );
}

export function SegmentPage({ id }: { id: string }) {
  const answer = useData(Segment, { id, ...usePage(100) });
  return (
    <Answer of={answer}>
      {({ segment, segment: { name, contacts, contactsCount, audienceCount } }) => (
        <Page
          back={['/segments', 'Segments']}
          title={name}
          actions={
            <>
              <Opens text="Edit" title="Edit the segment">
                {(close) => <SegmentForm of={segment} onDone={close} />}
              </Opens>
              <Opens text="Delete" title={`Delete ${name}?`}>
                {() => (
                  <Confirm
                    document={Delete}
                    variables={{ id }}
                    text="Its contacts stay."
                    onDone={() => go('/segments')}
                  />
                )}
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
            idOf={(contact) => contact.id}
            empty="Nobody is in it now."
          />
          <Pages info={contacts.pageInfo} total={contactsCount} noun="contact" />
        </Page>
      )}
    </Answer>
  );
}
