import * as gql from '../gql/graphql.ts';
import { amount, count, Link, nameOf, useData } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { suppressed as t } from '../texts/more.ts';
import { confirms, type FieldList, FormButton, List, Opens } from '../ui/controls.ts';
import { Badge, Both, Page, When } from '../ui/parts.tsx';

const NUMBERS: FieldList = [
  { name: 'numbers', label: t.phoneNumbers, kind: 'list', rows: 6, hint: t.onePerLine },
  { name: 'reason', label: general.reason, hint: t.keptAsEvidenceSuch },
];

export const Suppressed = () => (
  <Page
    title={general.doNotContact}
    lead={t.nobodyOnThisList}
    actions={
      <FormButton
        text={t.addNumbers}
        className="main"
        document={gql.SuppressNumbersDocument}
        fields={NUMBERS}
        button={general.add}
      />
    }
  >
    <List
      document={gql.SuppressedDocument}
      noun="number"
      filters={[{ name: 'search', label: t.numberOrReason }]}
      columns={[
        { header: general.number, cell: ({ number }) => <strong>{number}</strong> },
        {
          header: general.contact,
          cell: ({ contact }) => contact && <Link to={`/contacts/${contact.id}`} text={nameOf(contact)} />,
        },
        { header: general.why, cell: ({ reason }) => reason },
        { header: general.since, cell: ({ createdAt }) => <When at={createdAt} /> },
        {
          cell: ({ id, number }) => (
            <span className="actions">
              <Opens text={t.takeOff} title={t.contactAgain(number)} of={gql.UnsuppressNumberDocument}>
                {confirms({
                  document: gql.UnsuppressNumberDocument,
                  variables: { id },
                  text: t.doThisOnlyWhen,
                  button: t.takeOffTheList,
                })}
              </Opens>
            </span>
          ),
        },
      ]}
    >
      <p>{t.theListIsEmpty}</p>
    </List>
  </Page>
);

const STATUSES = Object.values(gql.NumberLookupStatus);

/** Nothing chosen limits nothing. */
export const lookupForm = ({ tags, countries }: gql.LookupPartsQuery) => {
  const some = { multiple: true, isOptional: true };
  const named = tags.nodes.map(({ name }) => [name, name] as const);
  return {
    fields: [
      { name: 'tags', label: t.contactsWithThese, options: named, named: 'tagNames', ...some },
      { name: 'countryIds', label: t.inTheseCountries, options: countries, ...some },
    ] satisfies FieldList,
    asks: (of: gql.RequestNumberLookupInput) => !of.tags && !of.countryIds && t.lookUpEveryNumber,
  };
};

export function Lookups() {
  const parts = useData(gql.LookupPartsDocument, {}).data ?? { tags: { nodes: [] }, countries: [] };
  return (
    <Page
      title={general.numberLookups}
      lead={t.asksWhichNumbers}
      actions={
        <FormButton
          text={t.newLookup}
          className="main"
          document={gql.RequestLookupDocument}
          {...lookupForm(parts)}
          button={t.lookUp}
        />
      }
    >
      <List
        document={gql.LookupsDocument}
        noun="look-up"
        filters={[{ name: 'status', label: general.status, of: STATUSES, read: (status) => [status] }]}
        columns={[
          { header: t.asked, cell: ({ createdAt }) => <When at={createdAt} /> },
          {
            header: general.status,
            cell: ({ status, meta }) => <Both first={<Badge value={status} />} more={meta.statusReason} />,
          },
          { header: general.numbers, isNumber: true, cell: ({ amount: numbers }) => count(numbers) },
          { header: t.reachable, isNumber: true, cell: ({ resultCounts }) => count(resultCounts.reachable) },
          { header: t.unreachable, isNumber: true, cell: ({ resultCounts }) => count(resultCounts.unreachable) },
          { header: t.ported, isNumber: true, cell: ({ resultCounts }) => count(resultCounts.ported) },
          { header: general.cost, isNumber: true, cell: ({ cost }) => amount(cost) },
          {
            cell: ({ id, status }) =>
              status === 'pending' && (
                <Opens text={t.cancel} title={t.cancelTheLookup} of={gql.CancelLookupDocument}>
                  {confirms({
                    document: gql.CancelLookupDocument,
                    variables: { id },
                    text: t.nothingIsLooked,
                    button: t.cancelIt,
                  })}
                </Opens>
              ),
          },
        ]}
      >
        <p>{t.nothingWasLookedUp}</p>
      </List>
    </Page>
  );
}
