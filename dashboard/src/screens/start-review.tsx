import type { ReactNode } from 'react';
import * as gql from '../gql/graphql.ts';
import { amount, count, moment, plural, soon, useChange, useData } from '../lib/index.ts';
import { Button, FormButton, Message } from '../ui/controls.ts';
import { Answer, type Fact, Facts, Lacks } from '../ui/parts.tsx';
import { say } from '../ui/toast.tsx';
import { PHONE_HINT } from './contacts.tsx';
import { costOf, FirstTexts, Kept, keptOf, Notes, partsOf, type Run, type VoiceRun } from './dry-run.tsx';

const DAYS = 7;

/** Whether people are really reached. */
function modeOf(ways: readonly { isSimulated: boolean }[], what: string): Fact {
  const simulated = ways.filter(({ isSimulated }) => isSimulated).length;
  const text = simulated === 0 ? `Real ${what} to real people` : `Simulated: no real ${what} go out`;
  return ways.length > 0 && ['Mode', simulated > 0 && simulated < ways.length ? `Some ${what} are real` : text];
}

/** A time without an offset is one of the team's zone. */
function startOf(at: string | null | undefined, { team }: Pick<gql.StartReviewQuery, 'team'>): string {
  if (!at) return 'As soon as you press the button';
  return `Not before ${/Z$|[+-]\d\d:\d\d$/.test(at) ? moment(at) : `${at.replace('T', ' ')} (${team.timezone})`}`;
}

const hoursOf = ({ contactFrom, contactUntil }: gql.StartReviewQuery['sendingSettings']) =>
  contactFrom ? `Only from ${contactFrom} to ${contactUntil} in the contact’s time zone` : 'None: at any hour';

interface StartProps {
  id: string;
  close: () => void;
}
interface SheetProps extends StartProps {
  run: Pick<Run, 'isCut' | 'notes' | 'contacts'> & { kept: Run['kept'] | VoiceRun['kept'] };
  total: number;
  /** `message` or `call`. */
  what: string;
  verb: string;
  facts: readonly Fact[];
  isReady: boolean;
  test?: ReactNode;
  children?: ReactNode;
}

/** The numbers first, then what they rest on, then the one button that starts it. */
function Sheet({ id, close, run, total, what, verb, facts, isReady, test, children }: SheetProps) {
  const { change, busy, fields, message } = useChange(gql.StartCampaignDocument);
  const held = keptOf(run, 'held');
  const skipped = keptOf(run, 'skipped');
  const until = run.kept
    .flatMap((of) => (of.status === 'held' && of.until) || [])
    .sort()
    .at(-1);
  async function start() {
    if (!(await change({ input: { campaignId: id } }))) return;
    say('Started');
    close();
  }
  return (
    <>
      <p className="big">
        <strong>{plural(total, what)}</strong> {total === 1 ? 'goes' : 'go'} out within {DAYS} days, to an audience of{' '}
        {plural(run.contacts, 'contact')}.
        {held > 0 && (
          <>
            {' '}
            <strong>{count(held)}</strong> {held === 1 ? 'waits' : 'wait'}
            {until && ` until ${soon(until)}`}.
          </>
        )}
        {skipped > 0 && (
          <>
            {' '}
            <strong>{count(skipped)}</strong> {skipped === 1 ? 'is' : 'are'} skipped by rule.
          </>
        )}
      </p>
      <Kept of={run.kept} />
      <Facts of={facts} />
      {children}
      <Notes of={run} />
      <Message text={message} />
      <Lacks of={fields} />
      <div className="buttons">
        {test}
        <Button
          text={total > 0 ? `${verb} ${plural(total, what)}` : 'Start with an empty audience'}
          className="main"
          disabled={busy || !isReady}
          act={start}
        />
      </div>
    </>
  );
}

/** Sends one of the texts to the reader. */
export const SendTest = ({ id, className }: { id: string; className?: string }) => (
  <FormButton
    text="Send me a test"
    className={className}
    document={gql.SendTestDocument}
    fixed={{ smsCampaignId: id }}
    fields={[{ name: 'to', label: 'Your phone number', kind: 'phone', hint: PHONE_HINT }]}
    button="Send"
  />
);

/** What starting a campaign would do, before it is done. */
export function SmsReview(props: StartProps) {
  const preview = useData(gql.DryRunDocument, { id: props.id, days: DAYS });
  const asked = useData(gql.StartReviewDocument, { id: props.id });
  return (
    <Answer of={preview}>
      {({ previewSmsCampaign: run }) => (
        <Answer of={asked}>
          {({ campaign: { meta, routingPlan: plan }, ...team }) => {
            const all = [plan?.defaultRoute, ...(plan?.rules.nodes ?? []).map(({ route }) => route)].flatMap(
              (route) => route ?? [],
            );
            const routes = [...new Map(all.map((route) => [route.id, route])).values()];
            const named = routes.map(({ name, provider }) => `${name} (${provider ?? 'no provider'})`).join(', ');
            const at = (meta.manualData ?? meta.multistepData ?? meta.plannerData?.multistepData)?.sendDatetime;
            const last = run.hours.at(-1)?.hour;
            return (
              <Sheet
                {...props}
                run={run}
                total={run.messages.totalCount}
                what="message"
                verb="Send"
                isReady={!preview.stale && !preview.fetching}
                test={<SendTest id={props.id} />}
                facts={[
                  modeOf(routes, 'messages'),
                  ['Route', named || 'None'],
                  ['Parts', count(partsOf(run))],
                  ['Cost', amount(costOf(run))],
                  ['Starts', startOf(at, team)],
                  last !== undefined && ['Last message', `about ${soon(last)}`],
                  ['Quiet hours', hoursOf(team.sendingSettings)],
                ]}
              >
                <FirstTexts of={run} />
              </Sheet>
            );
          }}
        </Answer>
      )}
    </Answer>
  );
}

export function VoiceReview(props: StartProps) {
  const preview = useData(gql.VoiceDryRunDocument, { id: props.id, days: DAYS });
  const asked = useData(gql.VoiceStartReviewDocument, { id: props.id });
  return (
    <Answer of={preview}>
      {({ previewVoiceCampaign: run }) => (
        <Answer of={asked}>
          {({ campaign: { meta, maxAttempts, retryDelay }, voiceNumbers, voiceAccounts, ...team }) => {
            const calling = voiceNumbers.nodes.filter(({ id }) => id === meta.numberId || meta.numberIds?.includes(id));
            const accounts = voiceAccounts.nodes.filter(
              ({ provider, archivedAt, voiceProvider }) =>
                provider && !archivedAt && calling.some((number) => number.voiceProvider === voiceProvider),
            );
            return (
              <Sheet
                {...props}
                run={run}
                total={run.calls.totalCount}
                what="call"
                verb="Place"
                isReady={!preview.stale && !preview.fetching}
                facts={[
                  modeOf(accounts, 'calls'),
                  ...run.callers.map(
                    ({ agent, number, calls }): Fact => [
                      agent?.name ?? 'An agent',
                      `calls ${plural(calls, 'contact')} from ${number?.number ?? 'a number'}`,
                    ],
                  ),
                  ['Cost', amount(run.estimatedCost)],
                  ['Starts', startOf(meta.manualData?.sendDatetime, team)],
                  ['Attempts', `${maxAttempts}, ${plural(retryDelay, 'minute')} apart`],
                  ['Quiet hours', hoursOf(team.sendingSettings)],
                ]}
              />
            );
          }}
        </Answer>
      )}
    </Answer>
  );
}
