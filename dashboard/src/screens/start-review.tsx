import { type ReactNode, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { amount, count, go, hasOffset, keepUnsaved, moment, plural, soon, useChange, useData } from '../lib/index.ts';
import { general, nouns } from '../texts/first.ts';
import { startReview as t } from '../texts/more.ts';
import { Button, FormButton, type Input, Message } from '../ui/controls.ts';
import { Answer, type Fact, Facts, Lacks } from '../ui/parts.tsx';
import { say } from '../ui/toast.tsx';
import { PHONE_HINT } from './contacts.tsx';
import { costOf, FirstTexts, Kept, keptOf, Notes, partsOf, type Run, type VoiceRun } from './dry-run.tsx';

const DAYS = 7;

/** Whether people are really reached. */
function modeOf(ways: readonly { isSimulated: boolean }[], what: 'message' | 'call'): Fact {
  const simulated = ways.filter(({ isSimulated }) => isSimulated).length;
  const [, many] = nouns[what];
  const text = simulated === 0 ? t.realToRealPeople(many) : t.simulatedNoRealGo(many);
  return ways.length > 0 && [t.mode, simulated > 0 && simulated < ways.length ? t.someAreReal(many) : text];
}

/** A time without an offset is one of the team's zone. */
function startOf(at: string | null | undefined, { team }: Pick<gql.StartReviewQuery, 'team'>): string {
  if (!at) return t.asSoonAsYou;
  return t.notBefore(hasOffset(at) ? moment(at) : `${at.replace('T', ' ')} (${team.timezone})`);
}

const hoursOf = ({ contactFrom, contactUntil }: gql.StartReviewQuery['sendingSettings']) =>
  contactFrom ? t.onlyFromNamed(contactFrom, contactUntil ?? '') : t.noneAtAnyHour;

interface StartProps {
  id: string;
  close: () => void;
}
interface SheetProps extends StartProps {
  run: Pick<Run, 'isCut' | 'notes' | 'contacts'> & { kept: Run['kept'] | VoiceRun['kept'] };
  total: number;
  what: 'message' | 'call';
  start: (what: string) => string;
  facts: readonly Fact[];
  isReady: boolean;
  test?: ReactNode;
  children?: ReactNode;
}

/** The numbers first, then what they rest on, then the one button that starts it. */
function Sheet({ id, close, run, total, what, start: text, facts, isReady, test, children }: SheetProps) {
  const { change, busy, fields, message } = useChange(gql.StartCampaignDocument);
  const held = keptOf(run, 'held');
  const skipped = keptOf(run, 'skipped');
  const until = run.kept
    .flatMap((of) => (of.status === 'held' && of.until) || [])
    .sort()
    .at(-1);
  async function start() {
    if (!(await change({ input: { campaignId: id } }))) return;
    say(t.started);
    close();
  }
  return (
    <>
      <p className="big">
        <strong>{plural(total, what)}</strong> {t.goOut(total === 1, DAYS, plural(run.contacts, 'contact'))}
        {held > 0 && (
          <>
            {' '}
            <strong>{count(held)}</strong> {t.wait(held === 1, until ? t.untilNamed(soon(until)) : '')}
          </>
        )}
        {skipped > 0 && (
          <>
            {' '}
            <strong>{count(skipped)}</strong> {t.areSkipped(skipped === 1)}
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
          text={total > 0 ? text(plural(total, what)) : t.startWithAnEmpty}
          className="main"
          disabled={busy || !isReady}
          act={start}
        />
      </div>
    </>
  );
}

/** Sends one of the texts to the reader. */
export const SendTest = ({ id, isSaved }: { id: string; isSaved?: boolean }) => (
  <FormButton
    text={t.sendMeATest}
    document={gql.SendTestDocument}
    fixed={{ smsCampaignId: id }}
    fields={[{ name: 'to', label: general.yourPhoneNumber, kind: 'phone', hint: isSaved ? t.asItIsSaved : PHONE_HINT }]}
    button={general.send}
  />
);

/** A test is of a campaign, so a new one is saved first, and edited from then on. */
export function TestDraft({ input }: { input: () => Promise<Input> }) {
  const { change, busy, fields, message } = useChange(gql.CreateCampaignDocument);
  const [isPreparing, setPreparing] = useState(false);
  async function save() {
    setPreparing(true);
    const made = await change({ input: await input().finally(() => setPreparing(false)) });
    if (!made) return;
    keepUnsaved(false);
    go(`/campaigns/${made.done.id}?tab=edit&step=1`);
  }
  return (
    <>
      <Button text={t.saveAsDraft} disabled={busy || isPreparing} act={save} />
      <Message text={message} />
      <Lacks of={fields} />
    </>
  );
}

function mendOf({ id, close }: StartProps, kind: string) {
  const act = () => {
    close();
    go(`/${kind}/${id}?tab=edit`);
  };
  return <Button text={general.edit} className="main" act={act} />;
}

/** What starting a campaign would do, before it is done. */
export function SmsReview(props: StartProps) {
  const preview = useData(gql.DryRunDocument, { id: props.id, days: DAYS });
  const asked = useData(gql.StartReviewDocument, { id: props.id });
  return (
    <Answer of={preview} mend={mendOf(props, 'campaigns')}>
      {({ previewSmsCampaign: run }) => (
        <Answer of={asked}>
          {({ campaign: { meta, routingPlan: plan }, ...team }) => {
            const all = [plan?.defaultRoute, ...(plan?.rules.nodes ?? []).map(({ route }) => route)].flatMap(
              (route) => route ?? [],
            );
            const routes = [...new Map(all.map((route) => [route.id, route])).values()];
            const named = routes.map(({ name, provider }) => `${name} (${provider ?? t.noProvider})`).join(', ');
            const at = (meta.manualData ?? meta.multistepData ?? meta.plannerData?.multistepData)?.sendDatetime;
            const last = run.hours.at(-1)?.hour;
            return (
              <Sheet
                {...props}
                run={run}
                total={run.messages.totalCount}
                what="message"
                start={t.sendThem}
                isReady={!preview.stale && !preview.fetching}
                test={<SendTest id={props.id} />}
                facts={[
                  modeOf(routes, 'message'),
                  [general.route, named || general.none],
                  [general.parts, count(partsOf(run))],
                  [general.cost, amount(costOf(run))],
                  [t.starts, startOf(at, team)],
                  last !== undefined && [t.lastMessage, t.aboutNamed(soon(last))],
                  [general.quietHours, hoursOf(team.sendingSettings)],
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
    <Answer of={preview} mend={mendOf(props, 'voice-campaigns')}>
      {({ previewVoiceCampaign: run }) => (
        <Answer of={asked}>
          {({ campaign: { meta, maxAttempts, retryDelay }, voiceAccounts, ...team }) => {
            const accounts = voiceAccounts.nodes.filter(
              ({ provider, voiceProvider }) =>
                provider && run.callers.some(({ number }) => number?.voiceProvider === voiceProvider),
            );
            return (
              <Sheet
                {...props}
                run={run}
                total={run.calls.totalCount}
                what="call"
                start={t.placeThem}
                isReady={!preview.stale && !preview.fetching}
                facts={[
                  modeOf(accounts, 'call'),
                  ...run.callers.map(
                    ({ agent, number, calls }): Fact => [
                      agent?.name ?? t.anAgent,
                      t.callsFrom(plural(calls, 'contact'), number?.number ?? t.aNumber),
                    ],
                  ),
                  [general.cost, amount(run.estimatedCost)],
                  [t.starts, startOf(meta.manualData?.sendDatetime, team)],
                  [general.attempts, general.apart(maxAttempts, plural(retryDelay, 'minute'))],
                  [general.quietHours, hoursOf(team.sendingSettings)],
                ]}
              />
            );
          }}
        </Answer>
      )}
    </Answer>
  );
}
