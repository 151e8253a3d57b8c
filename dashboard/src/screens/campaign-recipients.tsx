import type { ReactNode } from 'react';
import * as gql from '../gql/graphql.ts';
import { amount, count, day, Link, nameOf, plural, soon, useChange, useData, useSearch } from '../lib/index.ts';
import { Button, Filter, Grid, Message, Pages, Select, usePage } from '../ui/controls.ts';
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
  const contactId = useData(gql.FindContactDocument, { number }, !isNumber).data?.contacts.nodes[0]?.id;
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
            label="Send"
            value={sends[at]!.node.id}
            of={sends.map(({ node }) => [
              node.id,
              `${node.slot ?? day(node.startedAt ?? node.createdAt)}: ${plural(node.audienceSize, 'contact')}`,
            ])}
            onChange={(send) => change({ send, after: null, before: null }, true)}
          />
        )}
        <Filter name="status" label="Status" of={STATUSES} />
        <Filter name="number" label="Number" hint="Whole, with country" />
      </search>
      {isWaiting ? (
        <Empty title="No contact has this number." />
      ) : (
        <Answer of={answer}>
          {({ campaign }) => {
            const recipients = campaign.sends.nodes[0]?.recipients;
            if (!recipients) return <Empty title="It has not been started." />;
            return (
              <>
                <Grid
                  label="Recipients"
                  rows={recipients.nodes}
                  idOf={({ contactId, step }) => `${contactId} ${step}`}
                  empty="Nobody matches these filters."
                  columns={[
                    {
                      header: 'Contact',
                      cell: ({ contactId, contact }) => (
                        <Link
                          to={`/contacts/${contactId}`}
                          className="title"
                          text={contact ? nameOf(contact) : 'Deleted'}
                        />
                      ),
                    },
                    { header: 'Status', cell: (of) => <Badge value={of.status} /> },
                    {
                      header: 'Why',
                      cell: ({ statusReason, heldUntil, message }) => (
                        <Both
                          first={
                            message?.failureReason ??
                            statusReason ??
                            (message?.isClicked ? 'Opened the link' : null) ??
                            '–'
                          }
                          more={heldUntil && `until ${soon(heldUntil)}`}
                        />
                      ),
                    },
                    { header: 'Text', cell: ({ message }) => message?.finalText },
                    { header: 'Cost', isNumber: true, cell: ({ message }) => amount(message?.cost) },
                    { header: 'Sent', cell: ({ message }) => <When at={message?.sentAt} /> },
                    {
                      cell: ({ contactId }) => (
                        <Button
                          text="Explain"
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
  [/balance|fund|credit|money/i, 'Top up the balance that the route charges, then resume.'],
  [/absent|unreachable|expired|switched|off/i, 'The phone was off or out of reach. Send to these people again later.'],
  [
    /unknown|invalid|not exist|unallocated|number/i,
    'These numbers do not exist. Look numbers up before the next campaign.',
  ],
  [
    /spam|block|filter|content|carrier/i,
    'The network refused the text or the sender. Change the wording, or register the sender.',
  ],
  [/sender|source/i, 'The sender is not allowed there. Set another sender for the country.'],
  [/auth|credential|forbidden|key/i, 'The provider refused the route’s credentials. Check them under Providers.'],
];
const adviceFor = (reason: string) =>
  ADVICE.find(([of]) => of.test(reason))?.[1] ?? 'Ask the provider what it means, with a message’s id.';

/** What went wrong, the most frequent first, and what to do about it. */
export function Failures({ id }: { id: string }) {
  const filters = { sms_campaign_id: { type: 'equals', filter: id } };
  return (
    <Card title="Failures" actions={<Link to={`/campaigns/${id}?tab=recipients&status=failed`} text="Show them" />}>
      <Answer of={useData(gql.FailuresDocument, { filters })}>
        {({ smsReport: { groups } }) => (
          <ul className="list">
            {groups
              .filter(({ metrics }) => (metrics.failed ?? 0) > 0)
              .map(({ keys: [key], metrics }) => {
                const reason = key?.label ?? key?.value ?? 'No reason given';
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

/** What nobody knows the fate of is decided by a person. */
export function Unknown({ smsSendId, amount: unknown }: { smsSendId: string; amount: number }) {
  const { change, busy, message } = useChange(gql.ResolveUnknownDocument);
  const resolve = (outcome: gql.UnknownOutcome) => change({ input: { smsSendId, outcome } });
  return (
    <Undecided text={`${plural(unknown, 'message')} may or may not have gone out.`} message={message}>
      <Button text="They went out" disabled={busy} act={() => resolve('sent')} />
      <Button text="Send them again" disabled={busy} act={() => resolve('send_again')} />
    </Undecided>
  );
}

export function UnknownCalls({ voiceSendId, amount: unknown }: { voiceSendId: string; amount: number }) {
  const { change, busy, message } = useChange(gql.ResolveUnknownCallsDocument);
  const resolve = (outcome: gql.UnknownCallOutcome) => change({ input: { voiceSendId, outcome } });
  return (
    <Undecided text={`${plural(unknown, 'call')} may or may not have been placed.`} message={message}>
      <Button text="They were placed" disabled={busy} act={() => resolve('placed')} />
      <Button text="Call again" disabled={busy} act={() => resolve('call_again')} />
    </Undecided>
  );
}

interface UndecidedProps {
  text: string;
  message: Parameters<typeof Message>[0]['text'];
  children: ReactNode;
}

const Undecided = ({ text, message, children }: UndecidedProps) => (
  <div className="card" role="alert">
    <strong>{text}</strong>
    <small>The connection broke while the provider was asked. Look there, then decide.</small>
    <Message text={message} />
    <div className="actions">{children}</div>
  </div>
);
