import { Fragment, type ReactNode, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { type Found, fieldName, go, Link, moment, nameOf, useChange, useData, words } from '../lib/index.ts';
import { isMine } from '../lib/session.ts';
import {
  Button,
  Choices,
  type Column,
  confirms,
  type FieldList,
  type FieldOf,
  FormButton,
  List,
  Message,
  Opens,
} from '../ui/controls.ts';
import { Answer, Badge, Card, Facts, Page, Timeline, When } from '../ui/parts.tsx';
import { Bulk } from './contact-bulk.tsx';
import { ContactTags } from './contact-tags.tsx';

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
  { header: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
];

const EXPORTS = {
  url: 'A JSON file of everything that names this person: messages, calls, replies, consent and more.',
  zipUrl: 'The same as a zip archive with a CSV file per table.',
};

export const PHONE_HINT = 'With the country, e.g. +49 1512 3456701';
const FIELDS: FieldOf[] = [
  { name: 'number', label: 'Number', kind: 'phone', hint: PHONE_HINT },
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'E-mail', kind: 'email' },
  { name: 'tags', label: 'Tags', kind: 'list', hint: 'Separated by commas' },
];

export function Contacts() {
  const tags = useData(gql.TagsDocument, {}).data?.tags.nodes ?? [];
  const { countries = [] } = useData(gql.ContactPartsDocument, {}).data ?? {};
  const [ids, pick] = useState<ReadonlySet<string>>(new Set());
  return (
    <Page
      title="Contacts"
      actions={
        <>
          <Link to="/tags" className="button" text="Tags" />
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
        picked={{ ids, change: pick }}
        filters={[
          { name: 'search', label: 'Name, number or e-mail', hint: 'A part is enough' },
          { name: 'countryId', label: 'Country', of: countries },
          { name: 'tags', label: 'Tag', of: tags.map(({ name }) => [name, name]), read: (tag) => [tag] },
        ]}
        columns={[
          ...CONTACT_COLUMNS.slice(0, 3),
          { header: 'E-mail', cell: ({ email }) => email },
          {
            header: 'Tags',
            cell: (contact) => contact.tags.nodes.map(({ id, name }) => <Badge key={id} value={name} />),
          },
        ]}
      >
        <Link to="/imports" className="button" text="Import a list" />
      </List>
      {ids.size > 0 && <Bulk ids={[...ids]} clear={() => pick(new Set())} />}
    </Page>
  );
}

const CUSTOM =
  'custom1Str custom2Str custom3Str custom4Str custom5Str custom1Int custom2Int custom3Int custom1Dec custom1Datetime'.split(
    ' ',
  );
const KIND: Record<string, FieldOf['kind']> = { Int: 'number', Dec: 'decimal', Datetime: 'moment' };
const CUSTOM_FIELDS = CUSTOM.map(
  (name): FieldOf => ({ name, label: fieldName(name), kind: KIND[name.slice(7)] ?? 'text' }),
);
const editedOf = (countries: gql.ContactPartsQuery['countries']): FieldList => [
  [FIELDS[0]!, { name: 'name', label: 'Name' }],
  [
    { name: 'email', label: 'E-mail', kind: 'email' },
    { name: 'foreignId', label: 'Your own id', hint: 'As your CRM knows the person.' },
  ],
  [
    { name: 'countryId', label: 'Country', options: countries, none: 'By the number' },
    {
      name: 'timezone',
      label: 'Time zone',
      options: Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone]),
      none: 'That of the country',
    },
  ],
  { more: 'Custom fields', isAlways: true, fields: [CUSTOM_FIELDS] },
];
const CONSENT: FieldList = [
  [
    {
      name: 'channel',
      label: 'For',
      options: [
        ['sms', 'Messages'],
        ['voice', 'Calls'],
      ],
    },
    {
      name: 'purpose',
      label: 'About',
      options: Object.values(gql.ConsentPurpose).map((one) => [one, words(one)]),
    },
    {
      name: 'state',
      label: 'They',
      options: [
        ['granted', 'gave consent'],
        ['withdrawn', 'withdrew it'],
      ],
    },
  ],
  { name: 'occurredAt', label: 'When', kind: 'moment', hint: 'Empty: now.' },
  { name: 'evidence', label: 'Evidence', rows: 2, hint: 'Such as the form and its wording.' },
];

export function ContactPage({ id }: { id: string }) {
  const suppress = useChange(gql.SuppressContactDocument);
  const unsuppress = useChange(gql.UnsuppressContactDocument);
  const { countries = [] } = useData(gql.ContactPartsDocument, {}).data ?? {};
  const input = { reason: 'Set by hand in the dashboard.' };
  return (
    <Answer of={useData(gql.ContactDocument, { id })}>
      {({ contact }) => (
        <Page
          back={['/contacts', 'Contacts']}
          title={nameOf(contact)}
          state={
            contact.unsubscribedAt && <Badge value="suppressed" title={`Since ${moment(contact.unsubscribedAt)}`} />
          }
          actions={
            <>
              <FormButton
                text="Edit"
                title={`Change ${nameOf(contact)}`}
                document={gql.UpdateContactDocument}
                given={{ id }}
                of={contact}
                depth={1}
                fields={editedOf(countries)}
                button="Save"
              />
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
                {(close) =>
                  (['url', 'zipUrl'] as const).map((link) => (
                    <Fragment key={link}>
                      {confirms({
                        document: gql.ExportPersonDocument,
                        variables: { input: { number: contact.number } },
                        text: EXPORTS[link],
                        button: link === 'url' ? 'Download JSON' : 'Download CSV',
                        onDone: (answer) => location.assign((answer as gql.ExportPersonMutation).exportPerson[link]),
                      })(close)}
                    </Fragment>
                  ))
                }
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
              {isMine(gql.DeleteContactDocument) && (
                <Choices
                  label={`Actions for ${nameOf(contact)}`}
                  choices={[
                    {
                      text: 'Delete …',
                      title: `Delete ${nameOf(contact)}?`,
                      isDanger: true,
                      opens: confirms({
                        document: gql.DeleteContactDocument,
                        variables: { id },
                        text: 'Its messages and calls stay in reports. To remove everything about the person, erase their data.',
                        onDone: () => go('/contacts'),
                      }),
                    },
                  ]}
                />
              )}
            </>
          }
        >
          <Message text={suppress.message ?? unsuppress.message} />
          <div className="columns">
            <div className="column">
              <Card title="Contact">
                <Facts
                  of={[
                    ['Number', contact.number],
                    ['E-mail', contact.email],
                    ['Country', contact.country?.name],
                    ['Network', contact.networkBrand],
                    ['Time zone', contact.timezone ?? 'that of the country'],
                    ['Your own id', contact.foreignId],
                    ['Since', moment(contact.createdAt)],
                    contact.unsubscribedAt != null && ['Unsubscribed', moment(contact.unsubscribedAt)],
                  ]}
                />
              </Card>
              <Card title="Tags">
                <ContactTags id={id} of={contact.tags.nodes} />
              </Card>
              <Card
                title="Consent"
                actions={
                  <FormButton
                    text="Record"
                    title="Record consent"
                    document={gql.RecordConsentDocument}
                    fixed={{ number: contact.number, source: 'agent' }}
                    fields={CONSENT}
                    button="Save"
                  />
                }
              >
                {contact.consents.length === 0 && <p className="muted">None recorded.</p>}
                <Facts
                  of={contact.consents.map(({ channel, purpose, state, since }) => [
                    `${channel === 'sms' ? 'Messages' : 'Calls'}: ${purpose}`,
                    `${state === 'granted' ? 'Consented' : 'No consent'} since ${moment(since)}`,
                  ])}
                />
              </Card>
              <CustomFields of={contact} />
            </div>
            <ContactTimeline id={id} />
          </div>
        </Page>
      )}
    </Answer>
  );
}

function CustomFields({ of }: { of: Contact }) {
  const filled = CUSTOM.map((name) => [name, of[name as keyof Contact]] as const).filter(([, value]) => value != null);
  return (
    filled.length > 0 && (
      <Card title="Custom fields">
        <Facts
          of={filled.map(([name, value]) => [
            fieldName(name),
            name.endsWith('Datetime') ? moment(String(value)) : String(value),
          ])}
        />
      </Card>
    )
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
        entry.consentEvent?.state === 'granted' ? 'Gave consent' : 'Withdrew consent',
        entry.consentEvent?.evidence,
      ];
    case 'TimelineSuppression':
      return ['Added to the do-not-contact list', entry.reason];
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
                  <small>
                    <When at={entry.at} />
                  </small>{' '}
                  {entry.told[0]}
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
