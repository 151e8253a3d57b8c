import { Fragment, type ReactNode, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import {
  CUSTOM_FIELDS,
  type Found,
  fieldName,
  go,
  Link,
  moment,
  nameOf,
  offeredFields,
  useChange,
  useData,
  word,
  words,
  ZONES,
} from '../lib/index.ts';
import { isMine } from '../lib/session.ts';
import { general } from '../texts/first.ts';
import { suppressed, contacts as t } from '../texts/more.ts';
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
    header: general.contact,
    cell: ({ id, name, number, unsubscribedAt }) => (
      <>
        <Link to={`/contacts/${id}`} className="title" text={nameOf({ name, number })} />{' '}
        {unsubscribedAt && <Badge value="stopped" title={t.unsubscribed(moment(unsubscribedAt))} />}
      </>
    ),
  },
  { header: general.number, cell: ({ number }) => number },
  { header: general.country, cell: ({ country }) => country?.name },
  { header: general.since, cell: ({ createdAt }) => <When at={createdAt} /> },
];

const EXPORTS = { url: t.aJsonFile, zipUrl: t.theSame };

export const PHONE_HINT = t.withTheCountryE;
const FIELDS: FieldOf[] = [
  { name: 'number', label: general.number, kind: 'phone', hint: PHONE_HINT },
  { name: 'name', label: general.name },
  { name: 'email', label: general.email, kind: 'email' },
  { name: 'tags', label: general.tags, kind: 'list', hint: general.separatedByCommas },
];

export function Contacts() {
  const tags = useData(gql.TagsDocument, {}).data?.tags.nodes.map(({ name }) => [name, name] as const) ?? [];
  const { countries = [] } = useData(gql.ContactPartsDocument, {}).data ?? {};
  const [ids, pick] = useState<ReadonlySet<string>>(new Set());
  return (
    <Page
      title={general.contacts}
      actions={
        <>
          <Link to="/tags" className="button" text={general.tags} />
          <Link to="/imports" className="button" text={general.import} />
          <FormButton
            text={t.newContact}
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
          { name: 'search', label: t.nameNumberOrEmail, hint: t.aPartIsEnough },
          { name: 'countryId', label: general.country, of: countries },
          { name: 'tags', label: general.tag, of: tags, named: 'tagNames', read: (tag) => [tag] },
        ]}
        columns={[
          ...CONTACT_COLUMNS.slice(0, 3),
          { header: general.email, cell: ({ email }) => email },
          {
            header: general.tags,
            cell: (contact) => contact.tags.nodes.map(({ id, name }) => <Badge key={id} value={name} />),
          },
        ]}
      >
        <Link to="/imports" className="button" text={t.importAList} />
      </List>
      {ids.size > 0 && <Bulk ids={[...ids]} clear={() => pick(new Set())} />}
    </Page>
  );
}

const KIND: Record<string, FieldOf['kind']> = { Int: 'number', Dec: 'decimal', Datetime: 'moment' };
const customFieldOf = (name: string): FieldOf => ({
  ...{ name, label: fieldName(name) },
  kind: KIND[name.slice(7)] ?? 'text',
});
const editedOf = (countries: gql.ContactPartsQuery['countries']): FieldList => [
  [FIELDS[0]!, { name: 'name', label: general.name }],
  [
    { name: 'email', label: general.email, kind: 'email' },
    { name: 'foreignId', label: t.yourOwnId, hint: t.asYourCrmKnows },
  ],
  [
    { name: 'countryId', label: general.country, options: countries, none: t.byTheNumber },
    { name: 'timezone', label: general.timeZone, options: ZONES, none: t.thatOfTheCountry },
  ],
  { more: general.customFields, isAlways: true, fields: [offeredFields().map(customFieldOf)] },
];
export const CHANNELS = [['sms', general.messages] as const, ['voice', general.calls] as const];
const CONSENT: FieldList = [
  [
    { name: 'channel', label: t.for, options: CHANNELS },
    { name: 'purpose', label: t.about, options: Object.values(gql.ConsentPurpose).map((one) => [one, words(one)]) },
    { name: 'state', label: t.they, options: Object.entries({ granted: t.gaveIt, withdrawn: t.withdrewIt }) },
  ],
  { name: 'occurredAt', label: general.when, kind: 'moment', hint: t.emptyNow },
  { name: 'evidence', label: general.evidence, rows: 2, hint: general.suchAsTheForm },
];

export function ContactPage({ id }: { id: string }) {
  const suppress = useChange(gql.SuppressContactDocument);
  const { countries = [] } = useData(gql.ContactPartsDocument, {}).data ?? {};
  const input = { reason: t.setByHand };
  return (
    <Answer of={useData(gql.ContactDocument, { id })}>
      {({ contact }) => (
        <Page
          back={['/contacts', general.contacts]}
          title={nameOf(contact)}
          state={
            contact.unsubscribedAt && (
              <Badge value="suppressed" title={general.sinceTime(moment(contact.unsubscribedAt))} />
            )
          }
          actions={
            <>
              <FormButton
                text={general.edit}
                title={general.changeNamed(nameOf(contact))}
                document={gql.UpdateContactDocument}
                given={{ id }}
                of={contact}
                depth={1}
                fields={editedOf(countries)}
                button={general.save}
              />
              {contact.unsubscribedAt ? (
                <Opens text={t.mayBeContacted} title={suppressed.contactAgain(contact.number)}>
                  {confirms({
                    document: gql.UnsuppressContactDocument,
                    variables: { id },
                    text: suppressed.doThisOnlyWhen,
                    button: t.mayBeContacted,
                  })}
                </Opens>
              ) : (
                <Button text={t.block} disabled={suppress.busy} act={() => suppress.change({ id, input })} />
              )}
              <Opens text={t.exportData} title={t.exportThePersons} of={gql.ExportPersonDocument}>
                {(close) =>
                  (['url', 'zipUrl'] as const).map((link) => (
                    <Fragment key={link}>
                      {confirms({
                        document: gql.ExportPersonDocument,
                        variables: { input: { number: contact.number } },
                        text: EXPORTS[link],
                        button: link === 'url' ? t.downloadJson : t.downloadCsv,
                        onDone: (answer) => location.assign((answer as gql.ExportPersonMutation).exportPerson[link]),
                      })(close)}
                    </Fragment>
                  ))
                }
              </Opens>
              <Opens text={t.eraseData} title={t.eraseThePersons} of={gql.ErasePersonDocument}>
                {confirms({
                  document: gql.ErasePersonDocument,
                  variables: { input: { number: contact.number } },
                  text: t.everythingThat,
                  button: t.eraseEverything,
                  onDone: () => go('/contacts'),
                })}
              </Opens>
              {isMine(gql.DeleteContactDocument) && (
                <Choices
                  label={general.actionsFor(nameOf(contact))}
                  choices={[
                    {
                      text: general.deleteMore,
                      title: general.deleteNamed(nameOf(contact)),
                      isDanger: true,
                      opens: confirms({
                        document: gql.DeleteContactDocument,
                        variables: { id },
                        text: t.itsMessages,
                        onDone: () => go('/contacts'),
                      }),
                    },
                  ]}
                />
              )}
            </>
          }
        >
          <Message text={suppress.message} />
          <div className="columns">
            <div className="column">
              <Card title={general.contact}>
                <Facts
                  of={[
                    [general.number, contact.number],
                    [general.email, contact.email],
                    [general.country, contact.country?.name],
                    [general.network, contact.networkBrand],
                    [general.timeZone, contact.timezone ?? general.zoneOfCountry],
                    [t.yourOwnId, contact.foreignId],
                    [general.since, moment(contact.createdAt)],
                    contact.unsubscribedAt != null && [general.unsubscribed, moment(contact.unsubscribedAt)],
                  ]}
                />
              </Card>
              <Card
                title={t.consent}
                actions={
                  <FormButton
                    text={t.record}
                    title={t.recordConsent}
                    document={gql.RecordConsentDocument}
                    fixed={{ number: contact.number, source: 'agent' }}
                    fields={CONSENT}
                    button={general.save}
                  />
                }
              >
                {contact.consents.length === 0 && <p className="muted">{t.noneRecorded}</p>}
                <Facts
                  of={contact.consents.map(({ channel, purpose, state, since }) => [
                    `${channel === 'sms' ? general.messages : general.calls}: ${word(purpose)}`,
                    t.sinceWhen(state === 'granted' ? t.consented : t.noConsent, moment(since)),
                  ])}
                />
              </Card>
              <Card title={general.tags}>
                <ContactTags id={id} of={contact.tags.nodes} />
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
  const filled = CUSTOM_FIELDS.map((name) => [name, of[name as keyof Contact]] as const).filter(
    ([, value]) => value != null,
  );
  return (
    filled.length > 0 && (
      <Card title={general.customFields}>
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
      return [t.reply, entry.reply?.text];
    case 'TimelineCall':
      return [
        entry.call && (
          <>
            <Badge value={entry.call.callOutcome ?? entry.call.status} />
            <Link to={`/calls/${entry.call.id}`} text={general.call} />
          </>
        ),
        entry.call?.summary,
      ];
    case 'TimelineClick':
      return [general.openedTheLink];
    case 'TimelineConsent':
      return [
        entry.consentEvent?.state === 'granted' ? t.gaveConsent : t.withdrewConsent,
        entry.consentEvent?.evidence,
      ];
    case 'TimelineSuppression':
      return [t.addedToTheDo, entry.reason];
    case 'TimelineTag':
      return [t.tagged, entry.tag?.name];
    case 'TimelineImport':
      return [
        entry.dataFile && <Link to={`/imports/${entry.dataFile.id}`} text={t.importedFrom(entry.dataFile.name)} />,
      ];
  }
}

function ContactTimeline({ id }: { id: string }) {
  const [after, setAfter] = useState<string | null>(null);
  return (
    <Card title={t.timeline}>
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
            {after !== null && <Button text={general.newest} act={() => setAfter(null)} />}{' '}
            {timeline.pageInfo.hasNextPage && (
              <Button text={t.older} act={() => setAfter(timeline.pageInfo.endCursor)} />
            )}
          </>
        )}
      </Answer>
    </Card>
  );
}
