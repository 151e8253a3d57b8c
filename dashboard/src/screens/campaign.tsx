import { type ReactNode, useEffect, useRef } from 'react';
import * as gql from '../gql/graphql.ts';
import type { Found } from '../lib/client.ts';
import { count, Link, moment, percent, plural, read, useData, useLive, words } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { campaign as t } from '../texts/more.ts';
import { FormButton, Grid } from '../ui/controls.ts';
import { Answer, Badge, Card, type Fact, Facts, Log, Page, Tabs, type TabsOf } from '../ui/parts.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { CampaignOffers } from './campaign-offers.tsx';
import { type Counts, isUnderWay, Numbers } from './campaign-progress.tsx';
import { Failures, Recipients, UnknownCalls } from './campaign-recipients.tsx';
import { Sends, SmsDetails } from './campaign-sends.tsx';
import { DryRun, VoiceDryRun } from './dry-run.tsx';
import { Explain } from './explain.tsx';
import { SendTest } from './start-review.tsx';

const OVER: readonly gql.CampaignStatus[] = ['sent', 'failed', 'stopped'];

/** Its progress while it moves. What hangs on that is asked for again with each change, at most once in two seconds. */
function useProgress(id: string, again: () => void, of: { status: gql.CampaignStatus; counts: Counts } | undefined) {
  const isOver = of && OVER.includes(of.status) && !isUnderWay(of.counts);
  const live = useLive(gql.CampaignLiveDocument, { id }, isOver !== false).data?.campaignProgress;
  const mark = live && JSON.stringify(live);
  const asked = useRef(Date.now());
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (mark === undefined) return;
    const wait = Math.max(0, asked.current + 2_000 - Date.now());
    const timer = setTimeout(() => {
      asked.current = Date.now();
      latest.current();
    }, wait);
    return () => clearTimeout(timer);
  }, [mark]);
  return isOver ? undefined : live;
}

interface FrameProps {
  of: Found<gql.CampaignQuery | gql.VoiceCampaignQuery>['campaign'] & { isSimulated?: boolean };
  meta: { sendType: gql.SendType | null; segmentIds: readonly unknown[] };
  /** As it moves. */
  live: gql.CampaignLiveSubscription['campaignProgress'] | undefined;
  progress: Counts;
  isVoice?: boolean;
  facts: readonly Fact[];
  sends: ReactNode;
  /** Below the facts. */
  children: ReactNode;
  tabs: TabsOf;
}

/** What is shown of a campaign of either kind. */
function Frame({ of, meta, live, progress, isVoice = false, facts, sends, children, tabs }: FrameProps) {
  const { id, name, createdAt, cycle, offers, logs, isSimulated } = of;
  const { status, pausedAt } = live ?? of;
  const reason = pausedAt ? of.pauseReason : of.statusReason;
  const { sms, voice } = useData(gql.AudiencePreviewDocument, { id, isVoice }).data ?? {};
  const amount = (voice ?? sms)?.audiencePreview;
  const audience = amount === undefined ? '…' : plural(amount, 'contact');
  const reached = t.reached(audience, plural(meta.segmentIds.length, 'segment'), cycle);
  const overview = () => (
    <div className="columns first">
      {sends}
      <div className="column">
        <Card title={isVoice ? t.howItCalls : t.whatItSends}>
          <Facts
            of={[
              [general.type, meta.sendType ? words(meta.sendType) : general.none],
              [t.reaches, reached],
              ...facts,
              [general.created, moment(createdAt)],
            ]}
          />
        </Card>
        {children}
        <CampaignOffers id={id} isVoice={isVoice} of={offers.nodes} />
        <Card title={t.log}>
          <Log entries={logs.nodes} />
        </Card>
      </div>
    </div>
  );
  return (
    <Page
      back={isVoice ? ['/campaigns?tab=voice', general.voiceCampaigns] : ['/campaigns', general.campaigns]}
      title={name}
      state={
        <>
          <Badge value={pausedAt ? 'paused' : status} />
          {isSimulated && <Badge value="simulated" title={t.noRealMessagesGo} />}
        </>
      }
      actions={
        <>
          {isVoice && <Link to={`/calls?voiceCampaignId=${id}`} className="button" text={general.calls} />}
          <CampaignActions of={{ id, name, status, pausedAt }} isVoice={isVoice} asButtons />
        </>
      }
    >
      {reason && <p className="muted">{reason}</p>}
      <Numbers of={progress} />
      <Tabs of={{ overview: [general.overview, overview], ...tabs }} />
    </Page>
  );
}

export function CampaignPage({ id }: { id: string }) {
  const answer = useData(gql.CampaignDocument, { id });
  const { status, progress } = answer.data?.campaign ?? {};
  const counts = progress && read(gql.SmsProgressFragmentDoc, progress);
  const live = useProgress(id, answer.again, status && counts && { status, counts });
  return (
    <Answer of={answer}>
      {({ campaign, campaign: { texts, routingPlan, meta } }) => {
        const shown = read(
          gql.SmsProgressFragmentDoc,
          live?.__typename === 'SmsCampaign' ? live.progress : campaign.progress,
        );
        return (
          <Frame
            of={campaign}
            meta={meta}
            live={live}
            progress={shown}
            facts={[...amounts(meta), [general.routingPlan, routingPlan?.name ?? general.none]]}
            sends={<Sends of={campaign.sends}>{(send) => <SmsDetails of={send} />}</Sends>}
            tabs={{
              recipients: [general.recipients, () => <Recipients id={id} />],
              explain: [t.explainAContact, () => <Explain campaignId={id} />],
              'dry-run': [t.dryRun, () => <DryRun id={id} />],
              edit: [general.edit, () => <CampaignForm of={read(gql.CampaignDraftFragmentDoc, campaign)} />],
            }}
          >
            <Texts of={texts} id={id} />
            {'failed' in shown && shown.failed > 0 && <Failures id={id} />}
          </Frame>
        );
      }}
    </Answer>
  );
}

/** What it says, and which of several texts people open most. */
function Texts({ of, id }: { of: readonly { id: string; text: string }[]; id: string }) {
  const filters = { sms_campaign_id: { type: 'equals', filter: id } };
  const groups = useData(gql.TextsComparedDocument, { filters }, of.length < 2).data?.smsReport.groups ?? [];
  return (
    <Card title={plural(of.length, 'text')} actions={<SendTest id={id} />}>
      {of.map(({ id: textId, text }) => {
        const metrics = groups.find(({ keys }) => keys[0]?.value === textId)?.metrics;
        return (
          <div key={textId}>
            <pre>{text}</pre>
            {metrics && <small>{t.textResult(count(metrics.sent), percent(metrics.ctr), count(metrics.sales))}</small>}
          </div>
        );
      })}
    </Card>
  );
}

function amounts({ manualData: manual, multistepData: steps }: Found<gql.CampaignQuery>['campaign']['meta']): Fact[] {
  const most = manual?.throttleBatchSize ? t.atMostAMinute(count(manual.throttleBatchSize)) : '';
  return [
    manual && [t.amount, `${manual.sendAmount >= 2_147_483_647 ? t.everybody : count(manual.sendAmount)}${most}`],
    steps && [general.steps, t.every(plural(steps.stepSize, 'contact'), plural(steps.stepDelay, 'minute'))],
    steps?.minCtr != null && [t.ends, t.belowCtrNamed(percent(steps.minCtr))],
  ];
}

export function VoiceCampaignPage({ id }: { id: string }) {
  const answer = useData(gql.VoiceCampaignDocument, { id });
  const { status, progress } = answer.data?.campaign ?? {};
  const counts = progress && read(gql.VoiceProgressFragmentDoc, progress);
  const live = useProgress(id, answer.again, status && counts && { status, counts });
  return (
    <Answer of={answer}>
      {({ campaign, campaign: { meta, agent, number, maxAttempts, retryDelay, callsByOutcome } }) => (
        <Frame
          isVoice
          of={campaign}
          meta={meta}
          live={live}
          progress={read(
            gql.VoiceProgressFragmentDoc,
            live?.__typename === 'VoiceCampaign' ? live.progress : campaign.progress,
          )}
          facts={[
            [general.agent, agent?.name],
            [general.number, number?.number],
            [
              general.attempts,
              <>
                {general.apart(maxAttempts, plural(retryDelay, 'minute'))}{' '}
                <FormButton
                  text={general.change}
                  title={t.attemptsToReach}
                  className="chip"
                  document={gql.SetRetriesDocument}
                  given={{ id }}
                  of={{ maxAttempts, retryDelay }}
                  depth={1}
                  fields={[
                    { name: 'maxAttempts', label: t.attemptsAtMost, kind: 'number' },
                    { name: 'retryDelay', label: t.minutesBetweenThem, kind: 'number' },
                  ]}
                  button={general.save}
                />
              </>,
            ],
          ]}
          sends={
            <Sends of={campaign.sends}>
              {({ id: voiceSendId, calls, unknownCallCount }) => (
                <>
                  {unknownCallCount > 0 && <UnknownCalls voiceSendId={voiceSendId} amount={unknownCallCount} />}
                  <small>{plural(calls.totalCount, 'call')}</small>
                </>
              )}
            </Sends>
          }
          tabs={{
            'dry-run': [t.dryRun, () => <VoiceDryRun id={id} />],
            edit: [general.edit, () => <CampaignForm isVoice of={read(gql.VoiceDraftFragmentDoc, campaign)} />],
          }}
        >
          <Outcomes of={callsByOutcome} id={id} />
        </Frame>
      )}
    </Answer>
  );
}

type OutcomesOf = Found<gql.VoiceCampaignQuery>['campaign']['callsByOutcome'];

function Outcomes({ of, id }: { of: OutcomesOf; id: string }) {
  const all = of.reduce((sum, { count: calls }) => sum + calls, 0);
  const linked = (outcome: string) => (
    <Link to={`/calls?voiceCampaignId=${id}&callOutcome=${outcome}`} text={words(outcome)} />
  );
  return (
    <Card title={t.callsByOutcome}>
      <Grid
        label={t.callsByOutcome}
        rows={of}
        idOf={({ outcome }) => outcome ?? ''}
        empty={t.noCallsYet}
        columns={[
          { header: general.outcome, cell: ({ outcome }) => (outcome ? linked(outcome) : general.noneYet) },
          { header: general.calls, isNumber: true, cell: ({ count: calls }) => count(calls) },
          { header: t.share, isNumber: true, cell: ({ count: calls }) => percent((100 * calls) / all) },
        ]}
      />
    </Card>
  );
}
