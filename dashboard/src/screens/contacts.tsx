import { type ReactNode, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { type Found, go, Link, moment, nameOf, useChange, useData } from '../lib/index.ts';
import { Button, type Column, confirms, type FieldOf, FormButton, List, Message, Opens } from '../ui/controls.ts';
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
          {
            header: 'Tags',
            cell: (contact) => contact.tags.nodes.map(({ id, name }) => <Badge key={id} value={name} />),
          },
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
            <>
              {contact.unsubscribedAt ? (
                <Button
                  text="May be contacted again"
                  disabled={unsuppress.busy}
                  act={() => unsuppress.change({ id })}
                />
              ) : (
                <Button text="Do not contact" disabled={suppress.busy} act={() => suppress.change({ id, input })} />
              )}
              <Opens text="Export data" title="Export the person’s data" of={gql.ExportPersonDocument}>
                {confirms({
                  document: gql.ExportPersonDocument,
                  variables: { input: { number: contact.number } },
                  text: 'A JSON file of everything that names this person: messages, calls, replies, consent and more.',
                  button: 'Download',
                  onDone: (answer) => location.assign((answer as gql.ExportPersonMutation).exportPerson.url),
                })}
              </Opens>
              <Opens text="Erase data" title="Erase the person’s data?" of={gql.ErasePersonDocument}>
                {confirms({
                  document: gql.ErasePersonDocument,
                  variables: { input: { number: contact.number } },
                  text: 'Everything that identifies this person is deleted for good, and nobody can write to them again. Reports stay as they are.',
                  button: 'Erase everything',
                  onDone: () => go('/contacts'),
                })}
              </Opens>
            </>
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
                  ['Tags', contact.tags.nodes.map((tag) => <Badge key={tag.id} value={tag.name} />)],
                  ['Since', moment(contact.createdAt)],
                  ...contact.consents.map(
                    ({ channel, purpose, state, since }) =>
                      [
                        `${channel === 'sms' ? 'Messages' : 'Calls'}: ${purpose.toLowerCase()}`,
                        `${state === 'GRANTED' ? 'Consented' : 'No consent'} since ${moment(since)}`,
                      ] as const,
                  ),
                  contact.unsubscribedAt != null && ['Unsubscribed', moment(contact.unsubscribedAt)],
                ]}
              />
            </Card>
            <ContactTimeline id={id} />
          </div>
        </Page>
      )}
    </Answer>
  );
}

type Entry = Found<gql.ContactTimelineQuery>['contact']['timeline']['nodes'][number];

/** What happened, and in which words. */
function told(entry: Entry): [title: ReactNode, text?: string | null] {
  switch (entry.__typename) {
    case 'TimelineMessage': {
      const { message } = entry;
      const campaign = message?.smsCampaign;
      return [
        <>
          <Badge value={message?.status ?? 'deleted'} />
          {campaign && <Link to={`/campaigns/${campaign.id}`} text={campaign.name} />}
        </>,
        message?.finalText,
      ];
    }
    case 'TimelineDirectMessage':
      return [<Badge key="status" value={entry.directMessage?.status ?? 'deleted'} />, entry.directMessage?.text];
    case 'TimelineReply':
      return ['Reply', entry.reply?.text];
    case 'TimelineCall':
      return [
        entry.call && (
          <>
            <Badge value={entry.call.callOutcome ?? entry.call.status} />
            <Link to={`/calls/${entry.call.id}`} text="Call" />
          </>
        ),
        entry.call?.summary,
      ];
    case 'TimelineClick':
      return ['Opened the link'];
    case 'TimelineConsent':
      return [
        entry.consentEvent?.state === 'GRANTED' ? 'Gave consent' : 'Withdrew consent',
        entry.consentEvent?.evidence,
      ];
    case 'TimelineSuppression':
      return ['Put on the suppression list', entry.reason];
    case 'TimelineTag':
      return ['Tagged', entry.tag?.name];
    case 'TimelineImport':
      return [
        entry.dataFile && <Link to={`/imports/${entry.dataFile.id}`} text={`Imported from ${entry.dataFile.name}`} />,
      ];
  }
}

function ContactTimeline({ id }: { id: string }) {
  const [after, setAfter] = useState<string | null>(null);
  return (
    <Card title="Timeline">
      <Answer of={useData(gql.ContactTimelineDocument, { id, after })}>
        {({ contact: { timeline } }) => (
          <>
            <Timeline
              of={timeline.nodes.map((entry) => ({ ...entry, id: `${entry.kind} ${entry.id}`, told: told(entry) }))}
              head={(entry) => (
                <>
                  <small>{moment(entry.at)}</small> {entry.told[0]}
                </>
              )}
            >
              {(entry) => entry.told[1]}
            </Timeline>
            {after !== null && <Button text="Newest" act={() => setAfter(null)} />}{' '}
            {timeline.pageInfo.hasNextPage && <Button text="Older" act={() => setAfter(timeline.pageInfo.endCursor)} />}
          </>
        )}
      </Answer>
    </Card>
  );
}
