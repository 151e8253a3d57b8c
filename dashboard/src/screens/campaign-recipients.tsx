import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import * as gql from '../gql/graphql.ts';
import { amount, count, day, Link, nameOf, plural, soon, useChange, useData, useSearch } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { campaignRecipients as t } from '../texts/more.ts';
import { Button, confirms, Filter, Grid, Message, Opens, Pages, Select, usePage } from '../ui/controls.ts';
import { Answer, Badge, Both, Card, Empty, When } from '../ui/parts.tsx';

const STATUSES = Object.values(gql.SmsMessageStatus);

/** Everybody of one send: filtered, found by number, each with why. */
export function Recipients({ id }: { id: string }) {
  const [search, change] = useSearch();
  const page = usePage(50);
  const sends = useData(gql.SendListDocument, { id }).data?.campaign.sends.edges ?? [];
  const wanted = search.get('send');
  const at = Math.max(
    0,
    sends.findIndex(({ node }) => (wanted ? node.id === wanted : node.audienceSize > 0)),
  );
  const number = search.get('number')?.replaceAll(/[^\d+]/g, '') ?? '';
  const isNumber = /^\+?\d{7,15}$/.test(number);
  const found = useData(gql.FindContactDocument, { number }, !isNumber);
  const contactId = found.data?.contacts.nodes[0]?.id;
  const status = search.get('status') as gql.SmsMessageStatus | null;
  const filter = { status: status && [status], contactId: isNumber ? contactId : null };
  const isWaiting = isNumber && !contactId;
  const answer = useData(
    gql.RecipientsDocument,
    { id, sendAfter: sends[at - 1]?.cursor ?? null, ...page, filter },
    isWaiting,
  );
  return (
    <>
      <search className="filters">
        {sends.length > 1 && (
          <Select
            label={t.send}
            value={sends[at]!.node.id}
            of={sends.map(({ node }) => [
              node.id,
              `${node.slot ?? day(node.startedAt ?? node.createdAt)}: ${plural(node.audienceSize, 'contact')}`,
            ])}
            onChange={(send) => change({ send, after: null, before: null }, true)}
          />
        )}
        <Filter name="status" label={general.status} of={STATUSES} />
        <Filter name="number" label={general.number} hint={general.wholeWithCountry} />
      </search>
      {isWaiting ? (
        <Answer of={found}>{() => <Empty title={general.noContactHas} />}</Answer>
      ) : (
        <Answer of={answer}>
          {({ campaign }) => {
            const recipients = campaign.sends.nodes[0]?.recipients;
            if (!recipients) return <Empty title={general.itHasNotBeen} />;
            return (
              <>
                <Grid
                  label={general.recipients}
                  rows={recipients.nodes}
                  idOf={({ contactId, step }) => `${contactId} ${step}`}
                  empty={t.nobodyMatchesThese}
                  columns={[
                    {
                      header: general.contact,
                      cell: ({ contactId, contact }) => (
                        <Link
                          to={`/contacts/${contactId}`}
                          className="title"
                          text={contact ? nameOf(contact) : general.deleted}
                        />
                      ),
                    },
                    { header: general.status, cell: (of) => <Badge value={of.status} /> },
                    {
                      header: general.why,
                      cell: ({ statusReason, heldUntil, message }) => (
                        <Both
                          first={
                            message?.failureReason ??
                            statusReason ??
                            (message?.isClicked ? general.openedTheLink : null) ??
                            '–'
                          }
                          more={heldUntil && general.untilNamed(soon(heldUntil))}
                        />
                      ),
                    },
                    { header: general.text, cell: ({ message }) => message?.finalText },
                    { header: general.cost, isNumber: true, cell: ({ message }) => amount(message?.cost) },
                    { header: general.sent, cell: ({ message }) => <When at={message?.sentAt} /> },
                    {
                      cell: ({ contactId }) => (
                        <Button
                          text={general.explain}
                          act={() => change({ tab: 'explain', contact: contactId, status: null })}
                        />
                      ),
                    },
                  ]}
                />
                <Pages info={recipients.pageInfo} total={recipients.totalCount} noun="recipient" />
              </>
            );
          }}
        </Answer>
      )}
    </>
  );
}

/** By what providers say; the first that fits. */
const ADVICE: readonly (readonly [of: RegExp, what: string])[] = [
  [/balance|fund|credit|money/i, t.topUpTheBalance],
  [/absent|unreachable|expired|switched|off/i, t.thePhoneWasOff],
  [/unknown|invalid|not exist|unallocated|number/i, t.theseNumbersDo],
  [/spam|block|filter|content|carrier/i, t.theNetworkRefused],
  [/sender|source/i, t.theSender],
  [/auth|credential|forbidden|key/i, t.theProviderRefused],
];
const adviceFor = (reason: string) => ADVICE.find(([of]) => of.test(reason))?.[1] ?? t.askTheProvider;

/** What went wrong, the most frequent first, and what to do about it. */
export function Failures({ id }: { id: string }) {
  const filters = { sms_campaign_id: { type: 'equals', filter: id } };
  return (
    <Card title={t.failures} actions={<Link to={`/campaigns/${id}?tab=recipients&status=failed`} text={t.showThem} />}>
      <Answer of={useData(gql.FailuresDocument, { filters })}>
        {({ smsReport: { groups } }) => (
          <ul className="list">
            {groups
              .filter(({ metrics }) => (metrics.failed ?? 0) > 0)
              .map(({ keys: [key], metrics }) => {
                const reason = key?.label ?? key?.value ?? t.noReasonGiven;
                return (
                  <li key={reason}>
                    <strong className="number">{count(metrics.failed)}</strong>
                    <span>
                      {reason}
                      <small>{adviceFor(reason)}</small>
                    </span>
                  </li>
                );
              })}
          </ul>
        )}
      </Answer>
    </Card>
  );
}

interface UndecidedProps {
  document: TypedDocumentNode<unknown, { input: never }>;
  /** Which, as the input names them. */
  of: object;
  text: string;
  /** That it was done, which changes nothing for anybody. */
  done: readonly [outcome: string, button: string];
  again: readonly [outcome: string, button: string, title: string, text: string];
}

/** What nobody knows the fate of is decided by a person. */
export function Undecided({ document, of, text, done, again: [outcome, button, title, follows] }: UndecidedProps) {
  const { change, busy, message } = useChange(document);
  const variables = (outcome: string) => ({ input: { ...of, outcome } as never });
  return (
    <div className="card" role="alert">
      <strong>{text}</strong>
      <small>{t.theConnectionBroke}</small>
      <Message text={message} />
      <div className="actions">
        <Button text={done[1]} disabled={busy} act={() => change(variables(done[0]))} />
        <Opens text={button} title={title}>
          {confirms({ document, variables: variables(outcome), text: follows, button })}
        </Opens>
      </div>
    </div>
  );
}

export const Unknown = ({ smsSendId, amount: unknown }: { smsSendId: string; amount: number }) => (
  <Undecided
    document={gql.ResolveUnknownDocument}
    of={{ smsSendId }}
    text={t.mayHaveGoneOut(plural(unknown, 'message'))}
    done={['sent', t.theyWentOut]}
    again={['send_again', t.sendThemAgain, t.sendAgainNamed(plural(unknown, 'message')), t.someGetItTwice]}
  />
);

export const UnknownCalls = ({ voiceSendId, amount: unknown }: { voiceSendId: string; amount: number }) => (
  <Undecided
    document={gql.ResolveUnknownCallsDocument}
    of={{ voiceSendId }}
    text={t.mayHaveBeenPlaced(plural(unknown, 'call'))}
    done={['placed', t.theyWerePlaced]}
    again={['call_again', t.callAgain, t.placeAgainNamed(plural(unknown, 'call')), t.someAreCalledTwice]}
  />
);
