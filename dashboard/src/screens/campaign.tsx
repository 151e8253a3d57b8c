import { useEffect, useRef } from 'react';
import { type FragmentType, graphql, read } from '../gql/index.ts';
import { useData, useLive } from '../lib/client.ts';
import { count, moment, percent, plural, words } from '../lib/format.ts';
import { Answer, Badge, Bar, Card, Facts, Figures, Log, Page, Tabs } from '../ui/parts.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { CampaignSends } from './campaign-sends.tsx';
import { DryRun } from './dry-run.tsx';
import { Explain } from './explain.tsx';

const Progress = graphql(`
  fragment CampaignProgress on SmsCampaignProgress {
    total sent delivered failed clicked held skipped unknown queued unsubscribed perMinute estimatedEnd
  }
`);
const Told = graphql(`
  fragment CampaignFacts on SmsCampaign {
    createdAt cycle audiencePreview
    meta {
      sendType segmentIds manualData { sendAmount throttleBatchSize } multistepData { stepSize stepDelay minCtr }
    }
    routingPlan { id name } offers(first: 10) { id name } texts(first: 100) { id text }
    logs(first: 15) { id text createdAt }
  }
`);
const Campaign = graphql(`
  query Campaign($id: ID!) {
    smsCampaign(id: $id) {
      id name status statusReason isSimulated progress { ...CampaignProgress }
      ...CampaignFacts ...CampaignSends ...CampaignDraft
    }
  }
`);
const Live = graphql(`
  subscription CampaignLive($id: ID!) {
    campaignProgress(id: $id) { id status smsCampaign { id status progress { ...CampaignProgress } } }
  }
`);

/** What hangs on a progress is asked for again with each change of it, at most once in two seconds. */
export function useFresh(mark: string | undefined, again: () => void) {
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
}

export function CampaignPage({ id }: { id: string }) {
  const campaign = useData(Campaign, { id });
  const live = useLive(Live, { id }).data?.campaignProgress;
  const progress = live?.smsCampaign?.progress;
  const handed = progress && read(Progress, progress);
  useFresh(
    handed && `${live.status} ${handed.total} ${handed.sent} ${handed.delivered} ${handed.held}`,
    campaign.again,
  );
  return (
    <Answer of={campaign}>
      {({ smsCampaign: found }) => (
        <Page
          back={['/campaigns', 'Campaigns']}
          title={
            <>
              {found.name} <Badge value={live?.status ?? found.status} />
              {found.isSimulated && <Badge value="simulated" title="No real messages go out." />}
            </>
          }
          actions={<CampaignActions of={found} asButtons />}
        >
          {found.statusReason && <p className="muted">{found.statusReason}</p>}
          <Numbers of={progress ?? found.progress} />
          <Tabs
            of={{
              overview: [
                'Overview',
                () => (
                  <div className="columns first">
                    <CampaignSends of={found} />
                    <Details of={found} />
                  </div>
                ),
              ],
              explain: ['Explain a contact', () => <Explain campaignId={id} />],
              'dry-run': ['Dry run', () => <DryRun id={id} />],
              edit: ['Edit', () => <CampaignForm draft={found} />],
            }}
          />
        </Page>
      )}
    </Answer>
  );
}

function Numbers({ of }: { of: FragmentType<typeof Progress> }) {
  const { total, sent, delivered, failed, clicked, held, skipped, unknown, queued, ...rest } = read(Progress, of);
  const sentOnly = Math.max(0, sent - delivered);
  const share = (part: number) => sent > 0 && percent((100 * part) / sent);
  return (
    <section aria-label="Progress" aria-live="polite">
      <Figures
        of={[
          ['Recipients', count(total), queued > 0 && `${count(queued)} queued`],
          ['Sent', count(sent), rest.perMinute > 0 && `${count(rest.perMinute)} a minute`],
          ['Delivered', count(delivered), share(delivered)],
          ['Clicked', count(clicked), sent > 0 && `CTR ${share(clicked)}`],
          ['Failed', count(failed), unknown > 0 && `${count(unknown)} unknown`],
          ['Held', count(held), skipped > 0 && `${count(skipped)} skipped`],
          ['Unsubscribed', count(rest.unsubscribed)],
        ]}
      />
      <Bar
        of={{ delivered, sent: sentOnly, failed: failed + unknown, held: held + skipped }}
        total={total}
        label={`${delivered} of ${total} delivered`}
      />
      {rest.estimatedEnd && <small>ends about {moment(rest.estimatedEnd)}</small>}
    </section>
  );
}

function Details({ of }: { of: FragmentType<typeof Told> }) {
  const { createdAt, cycle, audiencePreview, meta, routingPlan, offers, texts, logs } = read(Told, of);
  const { manualData: manual, multistepData: steps, segmentIds, sendType } = meta;
  const most = manual?.throttleBatchSize ? `, at most ${count(manual.throttleBatchSize)} a minute` : '';
  const reached = `${plural(audiencePreview, 'contact')} of ${plural(segmentIds.length, 'segment')}, cycle ${cycle}`;
  return (
    <div className="column">
      <Card title="What it sends">
        <Facts
          of={[
            ['Type', words(sendType ?? 'none')],
            ['Reaches', reached],
            manual && ['Amount', `${count(manual.sendAmount)}${most}`],
            steps && ['Steps', `${plural(steps.stepSize, 'contact')} every ${plural(steps.stepDelay, 'minute')}`],
            steps?.minCtr != null && ['Ends', `below ${percent(steps.minCtr)} CTR`],
            ['Routing plan', routingPlan?.name ?? 'None'],
            ['Offers', offers.map(({ name }) => name).join(', ') || 'None'],
            ['Created', moment(createdAt)],
          ]}
        />
        {texts.map(({ id, text }) => (
          <pre key={id}>{text}</pre>
        ))}
      </Card>
      <Card title="Log">
        <Log entries={logs} />
      </Card>
    </div>
  );
}
