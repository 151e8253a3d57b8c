import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../gql/index.ts';
import { useData } from '../lib/client.ts';
import { moment, phone } from '../lib/format.ts';
import { go, Link } from '../lib/router.tsx';
import { FormButton } from '../ui/dialog.tsx';
import type { FieldOf } from '../ui/form.tsx';
import type { Column } from '../ui/grid.tsx';
import { List } from '../ui/list.tsx';
import { Badge, Page } from '../ui/parts.tsx';

const Query = graphql(`
  query Contacts($first: Int, $after: String, $last: Int, $before: String, $filter: ContactFilter) {
    list: contacts(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes {
        id name number email networkBrand unsubscribedAt createdAt country { id name } tags(first: 5) { id name }
      }
    }
  }
`);
const Tags = graphql(`
  query Tags { tags(first: 100) { nodes { id name } } }
`);
const Create = graphql(`
  mutation CreateContact($input: CreateContactInput!) { createContact(input: $input) { id } }
`);

type Contact = ResultOf<typeof Query>['list']['nodes'][number];

/** In the list of contacts and in a segment's. */
export const CONTACT_COLUMNS: Column<Omit<Contact, '__typename' | 'email' | 'networkBrand' | 'tags'>>[] = [
  {
    header: 'Contact',
    cell: ({ id, name, number, unsubscribedAt }) => (
      <>
        <Link to={`/contacts/${id}`} className="title" text={name ?? phone(number)} />{' '}
        {unsubscribedAt && <Badge value="stopped" title={`Unsubscribed ${moment(unsubscribedAt)}`} />}
      </>
    ),
  },
  { header: 'Number', cell: ({ number }) => phone(number) },
  { header: 'Country', cell: ({ country }) => country?.name ?? '–' },
  { header: 'Since', cell: ({ createdAt }) => moment(createdAt) },
];

const FIELDS: FieldOf[] = [
  { name: 'number', label: 'Number', kind: 'phone', hint: 'With the country, e.g. +49 1512 3456701' },
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'E-mail', kind: 'email' },
  { name: 'tags', label: 'Tags', kind: 'list', hint: 'Separated by commas' },
];

export function Contacts() {
  const tags = useData(Tags, {}).data?.tags.nodes ?? [];
  return (
    <Page
      title="Contacts"
      actions={
        <>
          <Link to="/imports" className="button" text="Import" />
          <FormButton
            text="New contact"
            className="main"
            document={Create}
            fields={FIELDS}
            onDone={({ createContact }) => go(`/contacts/${createContact.id}`)}
          />
        </>
      }
    >
      <List
        document={Query}
        noun="contact"
        filters={[
          { name: 'name', label: 'Name' },
          { name: 'number', label: 'Number', hint: 'Whole, with country', isPhone: true },
          { name: 'tags', label: 'Tag', of: tags.map(({ name }) => [name, name] as const), isList: true },
        ]}
        columns={[
          ...CONTACT_COLUMNS.slice(0, 3),
          { header: 'Network', cell: ({ networkBrand }) => networkBrand ?? '–' },
          { header: 'E-mail', cell: ({ email }) => email ?? '–' },
          { header: 'Tags', cell: (contact) => contact.tags.map(({ id, name }) => <Badge key={id} value={name} />) },
          ...CONTACT_COLUMNS.slice(3),
        ]}
      >
        <Link to="/imports" className="button" text="Import a list" />
      </List>
    </Page>
  );
}
