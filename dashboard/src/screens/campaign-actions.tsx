import { useState } from 'react';
import type { CampaignStatus } from '../gql/graphql.ts';
import { graphql } from '../gql/index.ts';
import { useChange } from '../lib/client.ts';
import { go } from '../lib/router.tsx';
import { Button, type Choice, Choices, Popup } from '../ui/dialog.tsx';
import { Facts } from '../ui/parts.tsx';

const SMS = {
  type: 'SmsCampaign',
  list: '/campaigns',
  page: '/campaigns/',
  start: graphql(`
    mutation StartCampaign($id: ID!) { done: startSmsCampaign(id: $id) { id status } }
  `),
  stop: graphql(`
    mutation StopCampaign($id: ID!) { done: stopSmsCampaign(id: $id) { id status } }
  `),
  duplicate: graphql(`
    mutation DuplicateCampaign($id: ID!) { done: duplicateSmsCampaign(id: $id) { id status } }
  `),
  remove: graphql(`
    mutation DeleteCampaign($id: ID!) { deleteSmsCampaign(id: $id) { id } }
  `),
};
const VOICE = {
  type: 'VoiceCampaign',
  list: '/campaigns?tab=voice',
  page: '/voice-campaigns/',
  start: graphql(`
    mutation StartVoiceCampaign($id: ID!) { done: startVoiceCampaign(id: $id) { id status } }
  `),
  stop: graphql(`
    mutation StopVoiceCampaign($id: ID!) { done: stopVoiceCampaign(id: $id) { id status } }
  `),
  duplicate: graphql(`
    mutation DuplicateVoiceCampaign($id: ID!) { done: duplicateVoiceCampaign(id: $id) { id status } }
  `),
  remove: graphql(`
    mutation DeleteVoiceCampaign($id: ID!) { deleteVoiceCampaign(id: $id) { id } }
  `),
};

export const STATUSES: CampaignStatus[] = ['draft', 'pending', 'running', 'in_progress', 'sent', 'stopped', 'failed'];
const NEXT: Partial<Record<CampaignStatus, 'start' | 'stop'>> = {
  draft: 'start',
  stopped: 'start',
  pending: 'stop',
  running: 'stop',
  in_progress: 'stop',
};

interface Props {
  of: { id: string; name: string; status: CampaignStatus };
  isVoice?: boolean;
  /** The next step as a button beside the menu. */
  asButtons?: boolean;
}

export function CampaignActions({ of: { id, name, status }, isVoice, asButtons }: Props) {
  const { type, list, page, ...documents } = (isVoice ? VOICE : SMS) as typeof SMS;
  const changes = {
    start: useChange(documents.start),
    stop: useChange(documents.stop),
    duplicate: useChange(documents.duplicate),
  };
  const [tried, setTried] = useState<keyof typeof changes>();
  const refused = tried && changes[tried];

  async function run(what: keyof typeof changes) {
    setTried(what);
    const answer = await changes[what].change({ id });
    if (answer && what === 'duplicate') go(page + answer.done.id);
  }
  const next = NEXT[status];
  const main = next && { text: next === 'start' ? 'Start' : 'Stop', act: () => run(next) };
  const others: Choice[] = [
    { text: 'Duplicate', act: () => run('duplicate') },
    {
      text: 'Delete …',
      title: `Delete ${name}?`,
      confirm: {
        document: documents.remove,
        variables: { id },
        text: 'This cannot be undone.',
        onDone: () => go(list),
      },
    },
  ];
  return (
    <>
      {asButtons && main && <Button {...main} className="main" disabled={changes.start.busy || changes.stop.busy} />}
      <Choices label={`Actions for ${name}`} choices={asButtons || !main ? others : [main, ...others]} />
      <Popup title={`It did not ${tried}`} open={!!refused?.error} onClose={() => setTried(undefined)}>
        <p role="alert">{refused?.message}</p>
        <Facts of={Object.entries(refused?.fields ?? {}).map(([field, texts]) => [field, texts.join(' ')])} />
      </Popup>
    </>
  );
}
