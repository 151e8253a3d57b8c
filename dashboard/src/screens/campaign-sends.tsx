import type { ReactNode } from 'react';
import * as gql from '../gql/graphql.ts';
import type { Found } from '../lib/client.ts';
import { count, type FragmentType, Link, moment, nameOf, percent, plural, read, useSearch } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { campaignSends as t } from '../texts/more.ts';
import { Button, Grid } from '../ui/controls.ts';
import { Badge, Card, Log, Timeline, When } from '../ui/parts.tsx';
import { Unknown } from './campaign-recipients.tsx';

/** Of messages or of calls. */
type Send = Omit<Found<gql.VoiceCampaignQuery>['campaign']['sends']['nodes'][number], 'calls' | 'unknownCallCount'>;
interface SendsProps<Of> {
  of: { nodes: readonly Of[]; totalCount: number };
  children: (send: Of) => ReactNode;
}

/** What went out when, the newest first: of messages or of calls. */
export const Sends = <Of extends Send>({ of: { nodes: of, totalCount: total }, children }: SendsProps<Of>) => (
  <Card title={total > of.length ? t.lastOf(of.length, plural(total, 'send')) : t.sends}>
    {of.length === 0 && <small>{general.itHasNotBeen}</small>}
    <Timeline
      of={of}
      head={({ startedAt, createdAt, status, audienceSize, slot, endedAt, nextStepAt }) => (
        <>
          <strong>{moment(startedAt ?? createdAt)}</strong>
          <Badge value={status} />
          <small>
            {plural(audienceSize, 'contact')}
            {slot && t.slotNamed(slot)}
            {endedAt && t.untilNamed(moment(endedAt))}
            {nextStepAt && t.nextStepNamed(moment(nextStepAt))}
          </small>
        </>
      )}
    >
      {(send) => (
        <>
          {send.statusReason && <p>{send.statusReason}</p>}
          {children(send)}
          <Log entries={send.logs.nodes} />
        </>
      )}
    </Timeline>
  </Card>
);

export function SmsDetails({ of }: { of: FragmentType<typeof gql.SmsDetailsFragmentDoc> }) {
  const { id, recipientsByStatus, steps, held } = read(gql.SmsDetailsFragmentDoc, of);
  const unknown = recipientsByStatus.find(({ status }) => status === 'unknown')?.count ?? 0;
  return (
    <>
      {unknown > 0 && <Unknown smsSendId={id} amount={unknown} />}
      <div className="actions">
        {recipientsByStatus.map(({ status, count: amount }) => (
          <span key={status}>
            <Badge value={status} /> {count(amount)}
          </span>
        ))}
      </div>
      {steps.nodes.length > 0 && (
        <Grid
          label={general.steps}
          rows={steps.nodes}
          idOf={({ step }) => String(step)}
          columns={[
            { header: general.step, cell: ({ step }) => step },
            { header: t.begun, cell: ({ startedAt }) => <When at={startedAt} /> },
            { header: general.sent, isNumber: true, cell: ({ accepted }) => count(accepted) },
            { header: general.delivered, isNumber: true, cell: ({ delivered }) => count(delivered) },
            { header: general.failed, isNumber: true, cell: ({ failed }) => count(failed) },
            { header: general.clicked, isNumber: true, cell: ({ clicked }) => count(clicked) },
            { header: general.ctr, isNumber: true, cell: ({ clickRate }) => percent(clickRate) },
          ]}
        />
      )}
      {held.nodes.length > 0 && <Held of={held.nodes} />}
    </>
  );
}

/** Why contacts wait or are left out: by reason, with those it is about. */
function Held({ of }: { of: gql.SmsDetailsFragment['held']['nodes'] }) {
  const [, change] = useSearch();
  const reasons = Map.groupBy(of, ({ statusReason, status }) => statusReason ?? status);
  return (
    <div>
      <h3>
        {t.heldAndSkipped}
        {of.length === 50 && t.ofTheFirst50}
      </h3>
      {[...reasons].map(([reason, rows]) => (
        <details key={reason}>
          <summary>
            <Badge value={rows[0]!.status} /> {plural(rows.length, 'contact')}: {reason}
          </summary>
          <ul>
            {rows.slice(0, 10).map(({ contactId, contact, heldUntil }) => (
              <li key={contactId}>
                <Link to={`/contacts/${contactId}`} text={contact ? nameOf(contact) : general.deleted} />{' '}
                {heldUntil && <small>{general.untilNamed(moment(heldUntil))}</small>}{' '}
                <Button
                  text={general.explain}
                  className="quiet"
                  act={() => change({ tab: 'explain', contact: contactId })}
                />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
