import type { ReactNode } from 'react';
import * as gql from '../gql/graphql.ts';
import { useChange, useData } from '../lib/client.ts';
import { words } from '../lib/format.ts';
import { go, Link, usePath } from '../lib/router.tsx';
import { keepSession, type Session } from '../lib/session.ts';
import { Button, Choices } from './dialog.tsx';
import { Message } from './form.tsx';
import { Answer, Both } from './parts.tsx';

const SCREENS = [
  'campaigns',
  'calls',
  'inbox',
  'contacts',
  'segments',
  'imports',
  'reports',
  'routing',
  'hub',
  'settings',
];

const THEME = 'outbound-theme';
const theme = () => document.documentElement.dataset.theme;
export function applyTheme(name = localStorage.getItem(THEME)): void {
  if (name) document.documentElement.dataset.theme = name;
}
function otherTheme(): void {
  const isDark = theme() === 'dark' || (!theme() && matchMedia('(prefers-color-scheme: dark)').matches);
  localStorage.setItem(THEME, isDark ? 'light' : 'dark');
  applyTheme();
}

/** `new-campaign` and `voice-campaigns` are of the campaigns. */
const isOf = (screen: string, path: string) => screen.includes(path.slice(0, -1));

export function Layout({ session, children }: { session: Session; children: ReactNode }) {
  const [screen = 'campaigns'] = usePath();
  const { change: logout } = useChange(gql.LogoutDocument);
  const isPerson = session.token.startsWith('obs_');
  const signOut = async () => {
    if (isPerson) await logout({});
    go('/', true);
    keepSession(null);
  };
  const teams = { text: 'Switch team …', title: 'Switch team', opens: () => <Teams session={session} /> };
  const who = [session.name, session.role && words(session.role)].filter(Boolean).join(' · ');
  return (
    <div className="layout">
      <a className="skip" href="#main">
        To the content
      </a>
      <aside>
        <Link to="/campaigns" className="brand">
          <span aria-hidden>◉</span> Outbound
        </Link>
        <nav aria-label="Screens">
          {SCREENS.map((path) => (
            <Link key={path} to={`/${path}`} isHere={isOf(screen, path)} text={words(path)} />
          ))}
        </nav>
        <Choices
          label={`Account: ${session.name}, ${session.team}`}
          trigger={
            <>
              <strong>{session.team}</strong>
              <span>{who}</span>
            </>
          }
          choices={[
            ...(isPerson ? [teams] : []),
            { text: 'Light or dark', act: otherTheme },
            { text: 'Sign out', act: signOut },
          ]}
        />
      </aside>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Teams({ session }: { session: Session }) {
  const { change, busy, message } = useChange(gql.SwitchTeamDocument);
  async function switchTo({ id: teamId, name: team, role }: { id: string; name: string; role: Session['role'] }) {
    const done = await change({ teamId });
    if (!done) return;
    go('/campaigns', true);
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
