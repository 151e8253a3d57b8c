import * as gql from '../gql/graphql.ts';
import { type Found, go, Link, moment, nameOf, plural, useChange, useData } from '../lib/index.ts';
import { Button, type Column, type FieldOf, FormButton, List, Message } from '../ui/controls.ts';
import { Answer, Badge, Card, Facts, Page, Timeline } from '../ui/parts.tsx';

type Contact = Found<gql.ContactQuery>['contact'];
type Shown = Pick<Contact, 'id' | 'name' | 'number' | 'unsubscribedAt' | 'createdAt' | 'country'>;

/** In the list of contacts and in a segment's. */
export const CONTACT_COLUMNS: Column<Shown>[] = [
  {
    header: 'Contact',
    cell: ({ id, name, number, unsubscribedAt }) => (
      <>
        <Link to={`/contacts/${id}`} className="title" text={nameOf({ name, number })} />{' '}
        {unsubscribedAt && <Badge value="stopped" title={`Unsubscribed ${moment(unsubscribedAt)}`} />}
      </>
    ),
  },
  { header: 'Number', cell: ({ number }) => number },
  { header: 'Country', cell: ({ country }) => country?.name },
  { header: 'Since', cell: ({ createdAt }) => moment(createdAt) },
];

export const PHONE_HINT = 'With the country, e.g. +49 1512 3456701';
const FIELDS: FieldOf[] = [
  { name: 'number', label: 'Number', kind: 'phone', hint: PHONE_HINT },
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'E-mail', kind: 'email' },
  { name: 'tags', label: 'Tags', kind: 'list', hint: 'Separated by commas' },
];

export function Contacts() {
  const tags = useData(gql.TagsDocument, {}).data?.tags.nodes ?? [];
  return (
    <Page
      title="Contacts"
      actions={
        <>
          <Link to="/imports" className="button" text="Import" />
          <FormButton
            text="New contact"
            className="main"
            document={gql.CreateContactDocument}
            fields={FIELDS}
            onDone={({ createContact }) => go(`/contacts/${createContact.id}`)}
          />
        </>
      }
    >
      <List
        document={gql.ContactsDocument}
        noun="contact"
        filters={[
          { name: 'name', label: 'Name' },
          { name: 'number', label: 'Number', hint: 'Whole, with country' },
          { name: 'tags', label: 'Tag', of: tags.map(({ name }) => [name, name]), read: (tag) => [tag] },
        ]}
        columns={[
          ...CONTACT_COLUMNS.slice(0, 3),
          { header: 'Network', cell: ({ networkBrand }) => networkBrand },
          { header: 'E-mail', cell: ({ email }) => email },
          { header: 'Tags', cell: (contact) => contact.tags.map(({ id, name }) => <Badge key={id} value={name} />) },
          ...CONTACT_COLUMNS.slice(3),
        ]}
      >
        <Link to="/imports" className="button" text="Import a list" />
      </List>
    </Page>
  );
}

export function ContactPage({ id }: { id: string }) {
  const suppress = useChange(gql.SuppressContactDocument);
  const unsuppress = useChange(gql.UnsuppressContactDocument);
  const input = { reason: 'Set by hand in the dashboard.' };
  return (
    <Answer of={useData(gql.ContactDocument, { id })}>
      {({ contact }) => (
        <Page
          back={['/contacts', 'Contacts']}
          title={nameOf(contact)}
          actions={
            contact.unsubscribedAt ? (
              <Button text="May be contacted again" disabled={unsuppress.busy} act={() => unsuppress.change({ id })} />
            ) : (
              <Button text="Do not contact" disabled={suppress.busy} act={() => suppress.change({ id, input })} />
            )
          }
        >
          <Message text={suppress.message ?? unsuppress.message} />
          <div className="columns">
            <Card title="Contact">
              <Facts
                of={[
                  ['Number', contact.number],
                  ['E-mail', contact.email],
                  ['Country', contact.country?.name],
                  ['Network', contact.networkBrand],
                  ['Time zone', contact.timezone ?? 'that of the country'],
                  ['Foreign id', contact.foreignId],
                  ['Tags', contact.tags.map((tag) => <Badge key={tag.id} value={tag.name} />)],
                  ['Since', moment(contact.createdAt)],
                  contact.unsubscribedAt != null && ['Unsubscribed', moment(contact.unsubscribedAt)],
                ]}
              />
            </Card>
            <Card title={plural(contact.messagesCount, 'message')}>
              <Timeline
                of={contact.messages}
                head={({ status, sentAt, createdAt, isClicked, smsCampaign }) => (
                  <>
                    <Badge value={status} />
                    <small>{moment(sentAt ?? createdAt) + (isClicked ? ' · clicked' : '')}</small>
                    {smsCampaign && <Link to={`/campaigns/${smsCampaign.id}`} text={smsCampaign.name} />}
                  </>
                )}
              >
                {({ finalText }) => finalText}
              </Timeline>
            </Card>
            <Card title={plural(contact.callsCount, 'call')}>
              <Timeline
                of={contact.calls}
                head={({ id: call, status, callOutcome, createdAt, voiceCampaign }) => (
                  <>
                    <Badge value={callOutcome ?? status} />
                    <Link to={`/calls/${call}`} text={moment(createdAt)} />
                    {voiceCampaign && <Link to={`/voice-campaigns/${voiceCampaign.id}`} text={voiceCampaign.name} />}
                  </>
                )}
              />
            </Card>
          </div>
        </Page>
      )}
    </Answer>
  );
}
