import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { messageOf, moment, useData, useSearch, words } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { explain as t } from '../texts/more.ts';
import { type FieldList, Form } from '../ui/controls.ts';
import { Answer, Badge, Card, Facts } from '../ui/parts.tsx';
import { PHONE_HINT } from './contacts.tsx';

const FIELDS: FieldList = [{ name: 'number', label: general.phoneNumber, kind: 'phone', hint: PHONE_HINT }];

/** Why this campaign reached, holds or skips one contact. */
export function Explain({ campaignId }: { campaignId: string }) {
  const [search, change] = useSearch();
  const [number, setNumber] = useState<string>();
  const found = useData(gql.FindContactDocument, { number: number ?? '' }, number === undefined);
  const foundId = number === undefined ? undefined : found.data?.contacts.nodes[0]?.id;
  const contactId = foundId ?? search.get('contact');
  const isMissing = number !== undefined && !found.fetching && found.data && !foundId;
  return (
    <Card title={t.whyDidItReach}>
      <Form
        inline
        fields={FIELDS}
        change={{
          busy: found.fetching,
          fields: isMissing ? { number: [general.noContactHas] } : {},
          message: found.error && messageOf(found.error),
        }}
        button={general.explain}
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
          {contact.name ?? general.contact} {contact.number} {status && <Badge value={status} />}
        </h3>
        <p>{text}</p>
        <Facts
          of={[
            [t.rule, words(rule)],
            step != null && [general.step, step],
            [t.decided, moment(decidedAt)],
            [t.goesNext, moment(nextAt)],
            [t.lastReached, moment(lastReachedAt)],
            [t.clock, contact.timezone ?? general.zoneOfCountry],
          ]}
        />
        {message && <pre>{message.finalText}</pre>}
      </>
    )}
  </Answer>
);
