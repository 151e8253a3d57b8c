import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { go, useChange } from '../lib/index.ts';
import { Button, type Choice, Choices, confirms, Popup } from '../ui/controls.ts';
import { Facts } from '../ui/parts.tsx';

const SMS = {
  list: '/campaigns',
  page: '/campaigns/',
  start: gql.StartCampaignDocument,
  stop: gql.StopCampaignDocument,
  duplicate: gql.DuplicateCampaignDocument,
  remove: gql.DeleteCampaignDocument,
};
const VOICE = {
  list: '/campaigns?tab=voice',
  page: '/voice-campaigns/',
  start: gql.StartVoiceCampaignDocument,
  stop: gql.StopVoiceCampaignDocument,
  duplicate: gql.DuplicateVoiceCampaignDocument,
  remove: gql.DeleteVoiceCampaignDocument,
};

const NEXT: Partial<Record<gql.CampaignStatus, 'start' | 'stop'>> = {
  draft: 'start',
  stopped: 'start',
  pending: 'stop',
  running: 'stop',
  in_progress: 'stop',
};

interface Props {
  of: { id: string; name: string; status: gql.CampaignStatus };
  isVoice?: boolean | undefined;
  /** The next step as a button beside the menu. */
  asButtons?: boolean;
}

export function CampaignActions({ of: { id, name, status }, isVoice, asButtons }: Props) {
  const { list, page, remove, ...steps } = (isVoice ? VOICE : SMS) as typeof SMS;
  const changes = { start: useChange(steps.start), stop: useChange(steps.stop), duplicate: useChange(steps.duplicate) };
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
      isDanger: true,
      opens: confirms({ document: remove, variables: { id }, text: 'This cannot be undone.', onDone: () => go(list) }),
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
