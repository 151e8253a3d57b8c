import * as gql from '../gql/graphql.ts';
import { count, moment, plural, useChange, useData } from '../lib/index.ts';
import { Button, Message } from '../ui/controls.ts';
import { Answer, type Fact, Facts, Lacks } from '../ui/parts.tsx';
import { DryRun } from './dry-run.tsx';

const WHEN: Partial<Record<gql.SendType, string>> = {
  planner: 'Now, within its days and hours',
  recurring: 'At the next time of its weekly schedule',
  feed: 'Now, then as contacts arrive',
};
type Known = { sendType: gql.SendType | null; manualData: { sendAmount: number } | null };
type Team = Pick<gql.StartReviewQuery, 'sendingSettings' | 'team'>;

/** How many are reached and when, of either kind. A time without an offset is one of the team's zone. */
function common(reached: number, meta: Known, at: string | null | undefined, { sendingSettings, team }: Team): Fact[] {
  const { contactFrom, contactUntil } = sendingSettings;
  const local = at && (/Z$|[+-]\d\d:\d\d$/.test(at) ? moment(at) : `${at.replace('T', ' ')} (${team.timezone})`);
  const most = meta.manualData ? `, at most ${count(meta.manualData.sendAmount)} of them now` : '';
  return [
    ['Recipients', `${plural(reached, 'contact')} without opt-outs${most}`],
    ['Starts', local ? `Not before ${local}` : ((meta.sendType && WHEN[meta.sendType]) ?? 'Now')],
    ['Quiet hours', contactFrom ? `Only from ${contactFrom} to ${contactUntil} in the contact's time zone` : 'None'],
  ];
}

/** Whether people are really reached. */
function modeOf(ways: readonly { isSimulated: boolean }[], what: string): Fact {
  const simulated = ways.filter(({ isSimulated }) => isSimulated).length;
  const text = simulated === 0 ? `Real ${what} to real people` : `Simulated: no real ${what} go out`;
  return ways.length > 0 && ['Mode', simulated > 0 && simulated < ways.length ? `Some ${what} are real` : text];
}

type StartProps = { id: string; close: () => void; isReady?: boolean };

/** Starts it, or says what is missing. */
function Start({ id, close, isReady = true }: StartProps) {
  const { change, busy, fields, message } = useChange(gql.StartCampaignDocument);
  const start = async () => (await change({ input: { campaignId: id } })) && close();
  return (
    <>
      <Message text={message} />
      <Lacks of={fields} />
      <div className="buttons">
        <Button text="Start campaign" className="main" disabled={busy || !isReady} act={start} />
      </div>
    </>
  );
}

/** What starting a campaign would do, before it is done. */
export const SmsReview = (props: StartProps) => (
  <Answer of={useData(gql.StartReviewDocument, { id: props.id })}>
    {({ campaign: { meta, routingPlan: plan, audiencePreview }, ...team }) => {
      const all = [plan?.defaultRoute, ...(plan?.rules.nodes ?? []).map(({ route }) => route)].flatMap(
        (route) => route ?? [],
      );
      const routes = [...new Map(all.map((route) => [route.id, route])).values()];
      const named = routes.map(({ name, provider }) => `${name} (${provider ?? 'no provider'})`).join(', ');
      const at = (meta.manualData ?? meta.multistepData ?? meta.plannerData?.multistepData)?.sendDatetime;
      const facts = common(audiencePreview, meta, at, team);
      return (
        <>
          <Facts of={[modeOf(routes, 'messages'), ...facts, ['Routes', named || 'None']]} />
          <DryRun id={props.id}>{(isReady) => <Start {...props} isReady={isReady} />}</DryRun>
        </>
      );
    }}
  </Answer>
);

/** The same of calls, of which there is no dry run. */
export const VoiceReview = (props: StartProps) => (
  <Answer of={useData(gql.VoiceStartReviewDocument, { id: props.id })}>
    {({
      campaign: { meta, audiencePreview, maxAttempts, retryDelay },
      agents,
      voiceNumbers,
      voiceAccounts,
      ...team
    }) => {
      const calling = voiceNumbers.nodes.filter(({ id }) => id === meta.numberId || meta.numberIds?.includes(id));
      const speaking = agents.nodes.filter(({ id }) => id === meta.agentId || meta.agentIds?.includes(id));
      const accounts = voiceAccounts.nodes.filter(
        (of) =>
          of.provider && !of.archivedAt && calling.some(({ voiceProvider }) => voiceProvider === of.voiceProvider),
      );
      const list = (names: string[]) => names.join(', ') || 'None';
      const facts: Fact[] = [
        modeOf(accounts, 'calls'),
        ...common(audiencePreview, meta, meta.manualData?.sendDatetime, team),
        ['Agents', list(speaking.map(({ name }) => name))],
        ['Numbers', list(calling.map(({ number }) => number))],
        ['Voice accounts', list(accounts.map(({ name, provider }) => `${name} (${provider})`))],
        ['Attempts', `${maxAttempts}, ${plural(retryDelay, 'minute')} apart`],
      ];
      return (
        <>
          <Facts of={facts} />
          <Start {...props} />
        </>
      );
    }}
  </Answer>
);
