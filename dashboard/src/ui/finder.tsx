import { type KeyboardEvent, useEffect, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { useData, useLater } from '../lib/client.ts';
import { nameOf } from '../lib/format.ts';
import { go } from '../lib/router.tsx';
import { general, ui as t } from '../texts/first.ts';
import { Popup } from './dialog.tsx';
import { otherTheme, SCREENS } from './navigation.ts';

type Found = readonly [key: string, text: string, kind: string, act: () => void];
const ACTIONS: readonly Found[] = [
  ['new', general.newCampaign, t.action, () => go('/new-campaign')],
  ['new-voice', general.newVoiceCampaign, t.action, () => go('/new-voice-campaign')],
  ['theme', t.lightOrDark, t.action, otherTheme],
];
const PAGES: readonly Found[] = [
  ...SCREENS.flatMap(([, entries]) => entries).map(([path, text]): Found => [path, text, t.page, () => go(`/${path}`)]),
  ...ACTIONS,
];

/** By Ctrl-K: goes to a page, a campaign or a contact. */
export default function Finder({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const asked = useLater(text.trim(), 200);
  const [at, setAt] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const { data, fetching } = useData(gql.FindDocument, { text: asked }, asked.length < 2);
  const { campaigns, contacts } = data ?? {};
  const pages = PAGES.filter(([, name]) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const found: Found[] = [
    ...pages,
    ...(asked ? (campaigns?.nodes ?? []) : []).map(({ __typename: type, id, name }): Found => {
      const isVoice = type === 'VoiceCampaign';
      const path = `/${isVoice ? 'voice-' : ''}campaigns/${id}`;
      return [id, name, isVoice ? t.voiceCampaign : general.campaign, () => go(path)];
    }),
    ...(asked ? (contacts?.nodes ?? []) : []).map(
      (of): Found => [of.id, nameOf(of), t.contactNamed(of.number), () => go(`/contacts/${of.id}`)],
    ),
  ];
  const here = Math.min(at, found.length - 1);
  const choose = (one: Found | undefined) => {
    close();
    one?.[3]();
  };
  // Records of the text before are still shown: Enter means those of this one.
  const isKnown = here < pages.length || (asked === text.trim() && !fetching);
  useEffect(() => {
    if (isEntered && isKnown) choose(found[here]);
  });
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((here + step + found.length) % found.length || 0);
    else if (event.key === 'Enter') setEntered(true);
    else return;
    event.preventDefault();
  }
  return (
    <Popup title={t.find} open onClose={close} className="finding">
      <input
        role="combobox"
        aria-label={t.findAPageCampaign}
        aria-expanded
        aria-controls="found"
        aria-activedescendant={`found-${here}`}
        placeholder={t.findAPageCampaign}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setEntered(false);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id="found" role="listbox" aria-label={t.found} tabIndex={-1}>
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
          <div
            key={one[0] + one[2]}
            id={`found-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === here}
            className="item"
            ref={(element) => (index === here ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
            onClick={() => choose(one)}
          >
            {one[1]} <small>{one[2]}</small>
          </div>
        ))}
        {found.length === 0 && <p className="nothing">{t.nothingMatches}</p>}
      </div>
    </Popup>
  );
}
