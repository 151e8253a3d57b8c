import type * as gql from '../gql/graphql.ts';
import { count, moment, percent, plural } from '../lib/index.ts';
import { Bar, Figures, Legend } from '../ui/parts.tsx';

export type Counts = gql.SmsProgressFragment | gql.VoiceProgressFragment;
interface Of {
  of: Counts;
}

const also = (value: number, what: string) => value > 0 && `${count(value)} ${what}`;

/** Everybody of the audience is in one of these. `sent` counts messages that have failed since, too. */
function partsOf(of: Counts) {
  const { total, sent, delivered, held, skipped, queued, unknown } = of;
  const isSms = 'failed' in of;
  const failed = unknown + (isSms ? of.failed : 0);
  // What is in neither of the others is under way. A contact may have several calls.
  const underWay = isSms ? total - queued - held - skipped - delivered - failed : sent - delivered + of.calling;
  const all = Math.max(total, isSms ? 0 : sent + of.calling + unknown + held + skipped);
  return { parts: { delivered, sent: Math.max(0, underWay), failed, held, skipped }, queued, all, isSms };
}

function ProgressBar({ of, isExplained }: Of & { isExplained?: boolean }) {
  const { parts, queued, all, isSms } = partsOf(of);
  const { delivered, sent, failed, held, skipped } = parts;
  const what = isSms ? 'delivered' : 'answered';
  return (
    <>
      <Bar of={parts} total={all} label={`${delivered} of ${all} ${what}, ${failed} failed`} />
      {isExplained && (
        <Legend
          of={[
            ['delivered', isSms ? 'Delivered' : 'Answered', delivered],
            ['sent', isSms ? 'On their way' : 'Called', sent],
            ['failed', 'Failed or unknown', failed],
            ['held', 'Held', held],
            ['skipped', 'Skipped', skipped],
            ['queued', 'Still to come', queued],
          ]}
        />
      )}
    </>
  );
}

/** In a row of the list. */
export function Progress({ of }: Of) {
  const { total, sent, delivered, perMinute } = of;
  if (total + sent === 0) return <small>Nothing yet</small>;
  const said =
    'failed' in of
      ? [`${count(delivered)} of ${count(total)} delivered`, `${count(of.clicked)} clicked`]
      : [
          `${count(sent)} of ${count(Math.max(total, sent + of.calling))} ended`,
          `${count(delivered)} answered`,
          plural(of.leads, 'lead'),
        ];
  return (
    <div className="progress" title={[...said, also(perMinute, 'a minute')].filter(Boolean).join(' · ')}>
      <ProgressBar of={of} />
      <small>{said[0]}</small>
    </div>
  );
}

/** On a campaign's page, where it moves. */
export function Numbers({ of }: Of) {
  const { total, sent, delivered, queued, perMinute, unknown, held, skipped } = of;
  const share = (part: number) => sent > 0 && percent((100 * part) / sent);
  return (
    <section aria-label="Progress" aria-live="polite">
      <Figures
        of={[
          ['Recipients', count(total), also(queued, 'queued')],
          ...('failed' in of
            ? ([
                ['Sent', count(sent), also(perMinute, 'a minute')],
                ['Delivered', count(delivered), share(delivered)],
                ['Clicked', count(of.clicked), sent > 0 && `CTR ${share(of.clicked)}`],
                ['Failed', count(of.failed), also(unknown, 'unknown')],
                ['Unsubscribed', count(of.unsubscribed)],
              ] as const)
            : ([
                ['Calling', count(of.calling), also(perMinute, 'a minute')],
                ['Ended', count(sent), also(unknown, 'unknown')],
                ['Answered', count(delivered), share(delivered)],
                ['Leads', count(of.leads)],
                ['Sales', count(of.sales)],
              ] as const)),
          ['Held', count(held), also(skipped, 'skipped')],
        ]}
      />
      <ProgressBar of={of} isExplained />
      {'failed' in of && of.estimatedEnd && <small>ends about {moment(of.estimatedEnd)}</small>}
    </section>
  );
}
