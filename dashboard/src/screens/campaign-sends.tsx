import type { ResultOf } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';
import { type FragmentType, graphql, read } from '../gql/index.ts';
import { count, moment, percent, phone, plural } from '../lib/format.ts';
import { Link, useSearch } from '../lib/router.tsx';
import { Button } from '../ui/dialog.tsx';
import { Grid } from '../ui/grid.tsx';
import { Badge, Card, Log } from '../ui/parts.tsx';

const Sends = graphql(`
  fragment CampaignSends on SmsCampaign {
    id sendsCount
    sends(first: 8) {
      id status statusReason slot audienceSize startedAt createdAt endedAt nextStepAt messagesByStatus { status count }
      steps(first: 20) { step startedAt accepted delivered failed clicked clickRate unsubscribed }
      logs(first: 3) { id text createdAt }
      held: messages(filter: {status: [held, skipped]}, first: 50) {
        contactId status statusReason heldUntil contact { id name number }
      }
    }
  }
`);

type SmsSend = ResultOf<typeof Sends>['sends'][number];
/** What a send of calls has not. */
type Own = '__typename' | 'messagesByStatus' | 'steps' | 'held';
interface TimelineProps<Send> {
  sends: readonly Send[];
  total: number;
  children: (send: Send) => ReactNode;
}

/** What went out when, the newest first: of messages or of calls. */
export const Timeline = <Send extends Omit<SmsSend, Own>>({ sends, total, children }: TimelineProps<Send>) => (
  <Card title={total > sends.length ? `The last ${sends.length} of ${plural(total, 'send')}` : 'Sends'}>
    {sends.length === 0 && <small>It has not been started.</small>}
    <ol className="timeline">
      {sends.map((send) => (
        <li key={send.id}>
          <header>
            <strong>{moment(send.startedAt ?? send.createdAt)}</strong>
            <Badge value={send.status} />
            <small>
              {plural(send.audienceSize, 'contact')}
              {send.slot && ` · slot ${send.slot}`}
              {send.endedAt && ` · until ${moment(send.endedAt)}`}
              {send.nextStepAt && ` · next step ${moment(send.nextStepAt)}`}
            </small>
          </header>
          {send.statusReason && <p>{send.statusReason}</p>}
          {children(send)}
          <Log entries={send.logs} />
        </li>
      ))}
    </ol>
  </Card>
);

export function CampaignSends({ of }: { of: FragmentType<typeof Sends> }) {
  const { sends, sendsCount } = read(Sends, of);
  return (
    <Timeline sends={sends} total={sendsCount}>
      {({ messagesByStatus, steps, held }) => (
        <>
          <div className="actions">
            {messagesByStatus.map(({ status, count: amount }) => (
              <span key={status}>
                <Badge value={status} /> {count(amount)}
              </span>
            ))}
          </div>
          {steps.length > 0 && (
            <Grid
              label="Steps"
              rows={steps}
              idOf={({ step }) => String(step)}
              columns={[
                { header: 'Step', cell: ({ step }) => step },
                { header: 'Begun', cell: ({ startedAt }) => moment(startedAt) },
                { header: 'Sent', isNumber: true, cell: ({ accepted }) => count(accepted) },
                { header: 'Delivered', isNumber: true, cell: ({ delivered }) => count(delivered) },
                { header: 'Failed', isNumber: true, cell: ({ failed }) => count(failed) },
                { header: 'Clicked', isNumber: true, cell: ({ clicked }) => count(clicked) },
                { header: 'CTR', isNumber: true, cell: ({ clickRate }) => percent(clickRate) },
              ]}
            />
          )}
          <Held of={held} />
        </>
      )}
    </Timeline>
  );
}

/** Why contacts wait or are left out: by reason, with those it is about. */
function Held({ of }: { of: SmsSend['held'] }) {
  const [, change] = useSearch();
  if (of.length === 0) return null;
  const reasons = Map.groupBy(of, ({ statusReason, status }) => statusReason ?? status);
  return (
    <div>
      <h3>Held and skipped{of.length === 50 && ' (of the first 50)'}</h3>
      {[...reasons].map(([reason, rows]) => (
        <details key={reason}>
          <summary>
            <Badge value={rows[0]!.status} /> {plural(rows.length, 'contact')}: {reason}
          </summary>
          <ul>
            {rows.slice(0, 10).map(({ contactId, contact, heldUntil }) => (
              <li key={contactId}>
                <Link
                  to={`/contacts/${contactId}`}
                  text={contact ? (contact.name ?? phone(contact.number)) : 'Deleted'}
                />{' '}
                {heldUntil && <small>until {moment(heldUntil)}</small>}{' '}
                <Button text="Explain" className="quiet" act={() => change({ tab: 'explain', contact: contactId })} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
