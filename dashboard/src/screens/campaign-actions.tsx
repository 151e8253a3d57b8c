import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { useChange, useGo, useSearch } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { campaignActions as t } from '../texts/more.ts';
import { Button, type Choice, Choices, confirms, Message, Popup } from '../ui/controls.ts';
import { say } from '../ui/toast.tsx';
import { SmsReview, VoiceReview } from './start-review.tsx';

const SMS = {
  list: '/campaigns',
  page: '/campaigns/',
  duplicate: gql.DuplicateCampaignDocument,
  remove: gql.DeleteCampaignDocument,
};
const VOICE = {
  list: '/campaigns?tab=voice',
  page: '/voice-campaigns/',
  duplicate: gql.DuplicateVoiceCampaignDocument,
  remove: gql.DeleteVoiceCampaignDocument,
};

const STARTABLE: readonly gql.CampaignStatus[] = ['draft', 'stopped'];
const DONE = { pause: t.paused, resume: t.resumed, stop: t.stopped };
const UNDER_WAY: readonly gql.CampaignStatus[] = ['pending', 'running', 'in_progress'];

interface Props {
  of: { id: string; name: string; status: gql.CampaignStatus; pausedAt: string | null };
  isVoice?: boolean | undefined;
  /** Starting, pausing and stopping as buttons beside the menu. A menu does not start: what a start does is looked at before. */
  asButtons?: boolean;
}

export function CampaignActions({ of: { id, name, status, pausedAt }, isVoice, asButtons }: Props) {
  const { list, page, remove, duplicate } = (isVoice ? VOICE : SMS) as typeof SMS;
  const changes = {
    pause: useChange(gql.PauseCampaignDocument),
    resume: useChange(gql.ResumeCampaignDocument),
    stop: useChange(gql.StopCampaignDocument),
  };
  const copy = useChange(duplicate);
  const [search, change] = useSearch();
  const go = useGo();
  const close = () => change({ review: null }, true);
  const [tried, setTried] = useState<keyof typeof changes | 'duplicate'>();
  const refused = tried && (tried === 'duplicate' ? copy : changes[tried]);

  const step = (text: string, what: keyof typeof changes) => ({
    text,
    act: async () => {
      setTried(what);
      if (await changes[what].change({ input: { campaignId: id } })) say(DONE[what]);
    },
  });
  async function makeCopy() {
    setTried('duplicate');
    const answer = await copy.change({ id });
    if (answer) go(page + answer.copy.id);
  }
  const Review = isVoice ? VoiceReview : SmsReview;
  const steps = UNDER_WAY.includes(status)
    ? [pausedAt ? step(t.resume, 'resume') : step(t.pause, 'pause'), step(t.stop, 'stop')]
    : [];
  const others: Choice[] = [
    { text: general.duplicate, act: makeCopy },
    {
      text: general.deleteMore,
      title: general.deleteNamed(name),
      isDanger: true,
      opens: confirms({
        document: remove,
        variables: { id },
        text: general.thisCannotBeUndone,
        onDone: () => go(list),
      }),
    },
  ];
  return (
    <>
      {asButtons && STARTABLE.includes(status) && (
        <>
          <Button text={t.reviewAndStart} className="main" act={() => change({ review: '1' })} />
          <Popup title={t.startNamed(name)} open={search.has('review')} onClose={close}>
            <Review id={id} close={close} />
          </Popup>
        </>
      )}
      {asButtons &&
        steps.map((one, at) => (
          <Button key={one.text} {...one} className={at === 0 ? 'main' : ''} disabled={refused?.busy} />
        ))}
      <Choices label={general.actionsFor(name)} choices={asButtons ? others : [...steps, ...others]} />
      <Popup title={tried ? t.couldNot(tried) : ''} open={!!refused?.error} onClose={() => setTried(undefined)}>
        <Message text={refused?.message} />
      </Popup>
    </>
  );
}
