import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { moment, useData, useSearch, words } from '../lib/index.ts';
import { type FieldList, Form } from '../ui/controls.ts';
import { Answer, Badge, Card, Facts } from '../ui/parts.tsx';
import { PHONE_HINT } from './contacts.tsx';

const FIELDS: FieldList = [{ name: 'number', label: 'Phone number', kind: 'phone', hint: PHONE_HINT }];

/** Why this campaign reached, holds or skips one contact. */
export function Explain({ campaignId }: { campaignId: string }) {
  const [search, change] = useSearch();
  const [number, setNumber] = useState<string>();
  const found = useData(gql.FindContactDocument, { number: number ?? '' }, number === undefined);
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
          setNumber(input.number ?? '');
        }}
      />
      {contactId && !isMissing && <Explained smsCampaignId={campaignId} contactId={contactId} />}
    </Card>
  );
}

const Explained = (variables: gql.ExplainQueryVariables) => (
  <Answer of={useData(gql.ExplainDocument, variables)}>
    {({ explainSmsRecipient: { text, rule, status, step, decidedAt, nextAt, lastReachedAt, message }, contact }) => (
      <>
        <h3>
          {contact.name ?? 'Contact'} {contact.number} {status && <Badge value={status} />}
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
