import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { go, useChange } from '../lib/index.ts';
import { Button, type Choice, Choices, confirms, Message, Opens, Popup } from '../ui/controls.ts';
import { SmsReview, VoiceReview } from './start-review.tsx';

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
  /** Starting and stopping as a button beside the menu. A menu only stops: what a start does is looked at before. */
  asButtons?: boolean;
}

export function CampaignActions({ of: { id, name, status }, isVoice, asButtons }: Props) {
  const { list, page, remove, ...steps } = (isVoice ? VOICE : SMS) as typeof SMS;
  const changes = { stop: useChange(steps.stop), duplicate: useChange(steps.duplicate) };
  const [tried, setTried] = useState<keyof typeof changes>();
  const refused = tried && changes[tried];

  async function run(what: keyof typeof changes) {
    setTried(what);
    const answer = await changes[what].change({ id });
    if (answer && what === 'duplicate') go(page + answer.done.id);
  }
  const next = NEXT[status];
  const Review = isVoice ? VoiceReview : SmsReview;
  const stop = { text: 'Stop', act: () => run('stop') };
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
      {asButtons && next === 'start' && (
        <Opens text="Start" title={`Start ${name}?`} className="main">
          {(close) => <Review id={id} document={steps.start} close={close} />}
        </Opens>
      )}
      {asButtons && next === 'stop' && <Button {...stop} className="main" disabled={changes.stop.busy} />}
      <Choices label={`Actions for ${name}`} choices={asButtons || next !== 'stop' ? others : [stop, ...others]} />
      <Popup title={`Could not ${tried}`} open={!!refused?.error} onClose={() => setTried(undefined)}>
        <Message text={refused?.message} />
      </Popup>
    </>
  );
}
