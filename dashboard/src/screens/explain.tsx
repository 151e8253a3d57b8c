import { useState } from 'react';
import { graphql } from '../gql/index.ts';
import { useData } from '../lib/client.ts';
import { moment, phone, words } from '../lib/format.ts';
import { useSearch } from '../lib/router.tsx';
import { type FieldList, Form } from '../ui/form.tsx';
import { Answer, Badge, Card, Facts } from '../ui/parts.tsx';

const Find = graphql(`
  query FindContact($number: SafeInt!) { contacts(first: 1, filter: {number: $number}) { nodes { id } } }
`);
const Explanation = graphql(`
  query Explain($smsCampaignId: ID!, $contactId: ID!) {
    explainRecipient(smsCampaignId: $smsCampaignId, contactId: $contactId) {
      rule text status step cycle decidedAt nextAt lastReachedAt message { id finalText isClicked }
    }
    contact(id: $contactId) { id name number timezone }
  }
`);

const FIELDS: FieldList = [
  { name: 'number', label: 'Phone number', kind: 'phone', hint: 'With the country, e.g. +49 1512 3456701' },
];

/** Why this campaign reached, holds or skips one contact. */
export function Explain({ campaignId }: { campaignId: string }) {
  const [search, change] = useSearch();
  const [number, setNumber] = useState<number>();
  const found = useData(Find, { number: number ?? 0 }, number === undefined);
  const foundId = number === undefined ? undefined : found.data?.contacts.nodes[0]?.id;
  const contactId = foundId ?? search.get('contact');
  const isMissing = number !== undefined && !found.fetching && found.data && !foundId;
  return (
    <Card title="Why did it reach, hold or skip somebody?">
      <Form
        inline
        fields={FIELDS}
        change={{ busy: false, fields: isMissing ? { number: ['No contact has this number.'] } : {} }}
        button="Explain"
        onSend={(input) => {
          change({ contact: null }, true);
          setNumber(input.number ?? 0);
        }}
      />
      {contactId && !isMissing && <Explained smsCampaignId={campaignId} contactId={contactId} />}
    </Card>
  );
}

function Explained(variables: { smsCampaignId: string; contactId: string }) {
  const explained = useData(Explanation, variables);
  return (
    <Answer of={explained}>
      {({ explainRecipient: { text, rule, status, step, decidedAt, nextAt, lastReachedAt, message }, contact }) => (
        <>
          <h3>
            {contact.name ?? 'Contact'} {phone(contact.number)} {status && <Badge value={status} />}
          </h3>
          <p>{text}</p>
          <Facts
            of={[
              ['Rule', words(rule)],
              step != null && ['Step', step],
              ['Decided', moment(decidedAt)],
              ['Goes next', moment(nextAt)],
              ['Last reached', moment(lastReachedAt)],
              ['Clock', contact.timezone ?? 'that of the country'],
            ]}
          />
          {message && <pre>{message.finalText}</pre>}
        </>
      )}
    </Answer>
  );
}
