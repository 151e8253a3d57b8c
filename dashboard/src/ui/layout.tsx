import { Dialog } from '@base-ui/react/dialog';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { useChange, useData } from '../lib/client.ts';
import { words } from '../lib/format.ts';
import { isWithin } from '../lib/roles.ts';
import { go, Link, usePath } from '../lib/router.tsx';
import { keepSession, type Session } from '../lib/session.ts';
import { general, ui as t } from '../texts/first.ts';
import { otherLanguages, speak } from '../texts/language.ts';
import { Button, Choices } from './dialog.tsx';
import { Message } from './form.tsx';
import * as icons from './icons.ts';
import { otherTheme, SCREENS, switchMotion } from './navigation.ts';
import { Answer, Both } from './parts.tsx';
import { Toasts } from './toast.tsx';

/** Screens without an entry belong to one. */
const WITHIN: Record<string, string> = {
  tags: 'contacts',
  'voice-campaigns': 'campaigns',
  'new-campaign': 'campaigns',
  'new-voice-campaign': 'campaigns',
};

const Brand = () => (
  <Link to="/" className="brand">
    <span className="mark" aria-hidden>
      ◉
    </span>
    Outbound
  </Link>
);

export function Layout({ session, children }: { session: Session; children: ReactNode }) {
  const path = usePath().join('/');
  const [isMenuOpen, openMenu] = useState(false);
  const [Finder, setFinder] = useState<ComponentType<{ close: () => void }> | null>(null);
  // Its code is there by then; a fallback of React would stay for 300 ms, and lose what is typed meanwhile.
  const find = useCallback(() => void import('./finder.tsx').then((finder) => setFinder(() => finder.default)), []);
  useEffect(() => openMenu(path === '\0'), [path]);
  // Keys and screen readers go on in the new page, not behind the link that led there.
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) document.getElementById('main')?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      find();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [find]);
  const side = <Side session={session} find={find} />;
  return (
    <div className="layout">
      <a className="skip" href="#main">
        {t.toTheContent}
      </a>
      <aside>{side}</aside>
      <header className="topbar">
        <Button text={<icons.Menu aria-hidden />} label={t.menu} act={() => openMenu(true)} />
        <Brand />
        <Button text={<icons.Search aria-hidden />} label={t.find} act={find} />
      </header>
      <Dialog.Root open={isMenuOpen} onOpenChange={openMenu}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="drawer">
            <Dialog.Title className="hidden">{t.menu}</Dialog.Title>
            {side}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {Finder && <Finder close={() => setFinder(null)} />}
      <Toasts />
    </div>
  );
}

function Side({ session, find }: { session: Session; find: () => void }) {
  const [screen = ''] = usePath();
  const { change: logout } = useChange(gql.LogoutDocument);
  const isPerson = session.token.startsWith('obs_');
  const signOut = async () => {
    if (isPerson) await logout({});
    go('/', true);
    keepSession(null);
  };
  const teams = { text: t.switchTeamMore, title: t.switchTeam, opens: () => <Teams session={session} /> };
  const account = { text: general.yourAccount, act: () => go('/settings?tab=account') };
  const who = [session.name, session.role && words(session.role)].filter(Boolean).join(' · ');
  return (
    <div className="side">
      <Brand />
      <button type="button" className="finder" onClick={find}>
        <icons.Search aria-hidden /> {t.find} <kbd>{t.ctrlK}</kbd>
      </button>
      <nav aria-label={t.screens}>
        {SCREENS.map(([group, entries]) => (
          <div key={group}>
            {group && <h2>{group}</h2>}
            {entries.map(
              ([path, text, Icon, isForAdmins]) =>
                (!isForAdmins || isWithin(session.role, 'admin')) && (
                  <Link key={path} to={`/${path}`} isHere={path === (WITHIN[screen] ?? screen)}>
                    <Icon aria-hidden />
                    {text}
                  </Link>
                ),
            )}
          </div>
        ))}
      </nav>
      <Choices
        label={t.accountNamed(session.name, session.team)}
        trigger={
          <>
            <strong>{session.team}</strong>
            <span>{who}</span>
          </>
        }
        choices={[
          ...(isPerson ? [teams, account] : []),
          ...otherLanguages.map(([code, text]) => ({ text, act: () => speak(code) })),
          { text: t.lightOrDark, act: otherTheme },
          { text: t.motionOnOrOff, act: switchMotion },
          { text: general.signOut, act: signOut },
        ]}
      />
    </div>
  );
}

function Teams({ session }: { session: Session }) {
  const { change, busy, message } = useChange(gql.SwitchTeamDocument);
  async function switchTo({ id: teamId, name: team, role }: { id: string; name: string; role: Session['role'] }) {
    const done = await change({ teamId });
    if (!done) return;
    go('/', true);
    keepSession({ ...session, token: done.switchTeam.accessToken, team, role });
  }
  return (
    <Answer of={useData(gql.MyTeamsDocument, {})}>
      {({ myTeams }) => (
        <div className="teams">
          {myTeams.map((team) => (
            <Button
              key={team.id}
              disabled={busy || team.name === session.team}
              act={() => switchTo(team)}
              text={<Both first={team.name} more={`${words(team.role)} · ${team.timezone}`} />}
            />
          ))}
          <Message text={message} />
        </div>
      )}
    </Answer>
  );
}
