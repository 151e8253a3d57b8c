import { type FragmentType, graphql, read } from '../gql/index.ts';
import { useData, useLive } from '../lib/client.ts';
import { count, moment, percent, phone, plural, words } from '../lib/format.ts';
import { Link } from '../lib/router.tsx';
import { Grid } from '../ui/grid.tsx';
import { Answer, Badge, Bar, Card, Facts, Figures, Log, Page, Tabs } from '../ui/parts.tsx';
import { useFresh } from './campaign.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { VoiceCampaignForm } from './campaign-form.tsx';
import { Timeline } from './campaign-sends.tsx';

const Progress = graphql(`
  fragment VoiceProgress on VoiceCampaign {
    id status progress { total queued calling ended answered held skipped unknown leads sales perMinute }
    callsByOutcome { outcome count }
  }
`);
const Campaign = graphql(`
  query VoiceCampaign($id: ID!) {
    voiceCampaign(id: $id) {
      id name status createdAt cycle audiencePreview maxAttempts retryDelay meta { sendType stoppedReason }
      agent { id name } number { id number } offers(first: 10) { id name } sendsCount
      sends(first: 8) {
        id status statusReason slot audienceSize startedAt createdAt endedAt nextStepAt callsCount
        logs(first: 3) { id text createdAt }
      }
      logs(first: 15) { id text createdAt } ...VoiceProgress ...VoiceDraft
    }
  }
`);
const Live = graphql(`
  subscription VoiceCampaignLive($id: ID!) {
    campaignProgress(id: $id) { id status voiceCampaign { id ...VoiceProgress } }
  }
`);

export function VoiceCampaignPage({ id }: { id: string }) {
  const campaign = useData(Campaign, { id });
  const live = useLive(Live, { id }).data?.campaignProgress;
  const handed = live?.voiceCampaign;
  const { progress } = read(Progress, handed) ?? {};
  useFresh(progress && `${live!.status} ${progress.total} ${progress.calling} ${progress.ended}`, campaign.again);
  return (
    <Answer of={campaign}>
      {({ voiceCampaign: found }) => (
        <Page
          back={['/campaigns?tab=voice', 'Voice campaigns']}
          title={
            <>
              {found.name} <Badge value={live?.status ?? found.status} />
            </>
          }
          actions={
            <>
              <Link to={`/calls?voiceCampaignId=${id}`} className="button" text="Its calls" />
              <CampaignActions of={found} isVoice asButtons />
            </>
          }
        >
          {found.meta.stoppedReason && <p className="muted">{found.meta.stoppedReason}</p>}
          <Numbers of={handed ?? found} />
          <Tabs
            of={{
              overview: [
                'Overview',
                () => (
                  <div className="columns first">
                    <Timeline sends={found.sends} total={found.sendsCount}>
                      {({ callsCount }) => <small>{plural(callsCount, 'call')}</small>}
                    </Timeline>
                    <div className="column">
                      <Outcomes of={handed ?? found} />
                      <Card title="How it calls">
                        <Facts
                          of={[
                            ['Type', words(found.meta.sendType ?? 'none')],
                            ['Reaches', `${plural(found.audiencePreview, 'contact')}, cycle ${found.cycle}`],
                            ['Agent', found.agent?.name],
                            ['Number', found.number && phone(found.number.number)],
                            ['Attempts', `${found.maxAttempts}, ${plural(found.retryDelay, 'minute')} apart`],
                            ['Offers', found.offers.map(({ name }) => name).join(', ') || 'None'],
                            ['Created', moment(found.createdAt)],
                          ]}
                        />
                      </Card>
                      <Card title="Log">
                        <Log entries={found.logs} />
                      </Card>
                    </div>
                  </div>
                ),
              ],
              edit: ['Edit', () => <VoiceCampaignForm draft={found} />],
            }}
          />
        </Page>
      )}
    </Answer>
  );
}

interface Of {
  of: FragmentType<typeof Progress>;
}

function Numbers({ of }: Of) {
  const { total, queued, calling, ended, answered, held, skipped, ...rest } = read(Progress, of).progress;
  const all = Math.max(total, ended + calling);
  return (
    <section aria-label="Progress" aria-live="polite">
      <Figures
        of={[
          ['Recipients', count(total), queued > 0 && `${count(queued)} queued`],
          ['Calling', count(calling), rest.perMinute > 0 && `${count(rest.perMinute)} a minute`],
          ['Ended', count(ended), rest.unknown > 0 && `${count(rest.unknown)} unknown`],
          ['Answered', count(answered), ended > 0 && percent((100 * answered) / ended)],
          ['Leads', count(rest.leads)],
          ['Sales', count(rest.sales)],
          ['Held', count(held), skipped > 0 && `${count(skipped)} skipped`],
        ]}
      />
      <Bar
        of={{ delivered: answered, sent: Math.max(0, ended - answered) + calling, held: held + skipped }}
        total={all}
        label={`${ended} of ${all} calls ended, ${answered} answered`}
      />
    </section>
  );
}

function Outcomes({ of }: Of) {
  const { id, callsByOutcome } = read(Progress, of);
  const calls = callsByOutcome.reduce((sum, entry) => sum + entry.count, 0);
  return (
    <Card title="Calls by outcome">
      <Grid
        label="Calls by outcome"
        rows={callsByOutcome}
        idOf={({ outcome }) => outcome ?? ''}
        empty="No calls yet."
        columns={[
          {
            header: 'Outcome',
            cell: ({ outcome }) =>
              outcome ? (
                <Link to={`/calls?voiceCampaignId=${id}&callOutcome=${outcome}`} text={words(outcome)} />
              ) : (
                'None yet'
              ),
          },
          { header: 'Calls', isNumber: true, cell: (entry) => count(entry.count) },
          { header: 'Share', isNumber: true, cell: (entry) => percent((100 * entry.count) / calls) },
        ]}
      />
    </Card>
  );
}
