import * as gql from '../gql/graphql.ts';
import { amount, count, Link, nameOf, useData } from '../lib/index.ts';
import { confirms, type FieldList, FormButton, List, Opens } from '../ui/controls.ts';
import { Badge, Both, Page, When } from '../ui/parts.tsx';

const NUMBERS: FieldList = [
  {
    name: 'numbers',
    label: 'Phone numbers',
    kind: 'list',
    rows: 6,
    hint: 'One per line, with the country, such as +49 1512 3456701',
  },
  { name: 'reason', label: 'Reason', hint: 'Kept as evidence, such as “Letter of 3 March”.' },
];

export const Suppressed = () => (
  <Page
    title="Do not contact"
    lead="Nobody on this list gets a message or a call. People who answer STOP are added automatically."
    actions={
      <FormButton
        text="Add numbers"
        className="main"
        document={gql.SuppressNumbersDocument}
        fields={NUMBERS}
        button="Add"
      />
    }
  >
    <List
      document={gql.SuppressedDocument}
      noun="number"
      filters={[{ name: 'search', label: 'Number or reason' }]}
      columns={[
        { header: 'Number', cell: ({ number }) => <strong>{number}</strong> },
        {
          header: 'Contact',
          cell: ({ contact }) => contact && <Link to={`/contacts/${contact.id}`} text={nameOf(contact)} />,
        },
        { header: 'Why', cell: ({ reason }) => reason },
        { header: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
        {
          cell: ({ id, number }) => (
            <span className="actions">
              <Opens text="Take off" title={`Contact ${number} again?`} of={gql.UnsuppressNumberDocument}>
                {confirms({
                  document: gql.UnsuppressNumberDocument,
                  variables: { id },
                  text: 'Do this only when the person asked for it. Campaigns may reach the number again.',
                  button: 'Take off the list',
                })}
              </Opens>
            </span>
          ),
        },
      ]}
    >
      <p>The list is empty.</p>
    </List>
  </Page>
);

export function Lookups() {
  const { tags, countries = [] } = useData(gql.LookupPartsDocument, {}).data ?? {};
  const named = tags?.nodes.map(({ name }) => [name, name] as const) ?? [];
  return (
    <Page
      title="Number look-ups"
      lead="Asks which numbers exist and whose network they are in, so that you do not pay for dead ones."
      actions={
        <FormButton
          text="New look-up"
          className="main"
          document={gql.RequestLookupDocument}
          fields={[
            { name: 'tags', label: 'Contacts with these tags', options: named, multiple: true },
            { name: 'countryIds', label: 'In these countries', options: countries, multiple: true },
          ]}
          button="Look up"
        />
      }
    >
      <List
        document={gql.LookupsDocument}
        noun="look-up"
        filters={[
          { name: 'status', label: 'Status', of: Object.values(gql.NumberLookupStatus), read: (status) => [status] },
        ]}
        columns={[
          { header: 'Asked', cell: ({ createdAt }) => <When at={createdAt} /> },
          {
            header: 'Status',
            cell: ({ status, meta }) => <Both first={<Badge value={status} />} more={meta.statusReason} />,
          },
          { header: 'Numbers', isNumber: true, cell: ({ amount: numbers }) => count(numbers) },
          { header: 'Reachable', isNumber: true, cell: ({ resultCounts }) => count(resultCounts.reachable) },
          { header: 'Unreachable', isNumber: true, cell: ({ resultCounts }) => count(resultCounts.unreachable) },
          { header: 'Ported', isNumber: true, cell: ({ resultCounts }) => count(resultCounts.ported) },
          { header: 'Cost', isNumber: true, cell: ({ cost }) => amount(cost) },
          {
            cell: ({ id, status }) =>
              ['pending', 'running'].includes(status) && (
                <Opens text="Cancel" title="Cancel the look-up?" of={gql.CancelLookupDocument}>
                  {confirms({
                    document: gql.CancelLookupDocument,
                    variables: { id },
                    text: 'Numbers looked up so far stay known.',
                    button: 'Cancel it',
                  })}
                </Opens>
              ),
          },
        ]}
      >
        <p>Nothing was looked up yet.</p>
      </List>
    </Page>
  );
}
