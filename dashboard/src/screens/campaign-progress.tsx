import type * as gql from '../gql/graphql.ts';
import { count, moment, percent, plural, word } from '../lib/index.ts';
import { general, campaignProgress as t } from '../texts/first.ts';
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

/** Whether receipts or ends of calls are still to come. */
export const isUnderWay = (of: Counts) => ('failed' in of ? partsOf(of).parts.sent : of.calling) > 0;

function ProgressBar({ of, isExplained }: Of & { isExplained?: boolean }) {
  const { parts, queued, all, isSms } = partsOf(of);
  const { delivered, sent, failed, held, skipped } = parts;
  const what = word(isSms ? 'delivered' : 'answered');
  return (
    <>
      <Bar of={parts} total={all} label={t.ofFailedNamed(delivered, all, what, failed)} />
      {isExplained && (
        <Legend
          of={[
            ['delivered', isSms ? general.delivered : general.answered, delivered],
            ['sent', isSms ? t.onTheirWay : t.called, sent],
            ['failed', t.failedOrUnknown, failed],
            ['held', t.held, held],
            ['skipped', general.skipped, skipped],
            ['queued', t.stillToCome, queued],
          ]}
        />
      )}
    </>
  );
}

/** In a row of the list. */
export function Progress({ of }: Of) {
  const { total, sent, delivered, perMinute } = of;
  if (total + sent === 0) return <small>{t.nothingYet}</small>;
  const said =
    'failed' in of
      ? [t.ofDelivered(count(delivered), count(total)), t.clickedNamed(count(of.clicked))]
      : [
          t.ofEndedNamed(count(sent), count(Math.max(total, sent + of.calling))),
          t.answeredNamed(count(delivered)),
          plural(of.leads, 'lead'),
        ];
  return (
    <div className="progress" title={[...said, also(perMinute, t.aMinute)].filter(Boolean).join(' · ')}>
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
    <section aria-label={general.progress} aria-live="polite">
      <Figures
        of={[
          [general.recipients, count(total), also(queued, word('queued'))],
          ...('failed' in of
            ? ([
                [general.sent, count(sent), also(perMinute, t.aMinute)],
                [general.delivered, count(delivered), share(delivered)],
                [general.clicked, count(of.clicked), sent > 0 && `${general.ctr} ${share(of.clicked)}`],
                [general.failed, count(of.failed), also(unknown, t.unknown)],
                [general.unsubscribed, count(of.unsubscribed)],
              ] as const)
            : ([
                [t.calling, count(of.calling), also(perMinute, t.aMinute)],
                [general.ended, count(sent), also(unknown, t.unknown)],
                [general.answered, count(delivered), share(delivered)],
                [t.leads, count(of.leads)],
                [t.sales, count(of.sales)],
              ] as const)),
          [t.held, count(held), also(skipped, word('skipped'))],
        ]}
      />
      <ProgressBar of={of} isExplained />
      {'failed' in of && of.estimatedEnd && <small>{t.endsAbout(moment(of.estimatedEnd))}</small>}
    </section>
  );
}
