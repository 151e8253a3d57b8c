import type { ReactNode } from 'react';
import { graphql } from '../gql/index.ts';
import { useChange, useData } from '../lib/client.ts';
import { words } from '../lib/format.ts';
import { go, Link, usePath } from '../lib/router.tsx';
import { keepSession, type Session } from '../lib/session.ts';
import { Choices } from './dialog.tsx';
import { Answer } from './parts.tsx';

const MyTeams = graphql(`
  query MyTeams { myTeams { id name role timezone } }
`);
const SwitchTeam = graphql(`
  mutation SwitchTeam($teamId: ID!) { switchTeam(teamId: $teamId) { accessToken } }
`);
const Logout = graphql(`
  mutation Logout { logout { id } }
`);

const SCREENS = ['campaigns', 'calls', 'contacts', 'segments', 'imports', 'reports', 'routing', 'settings'];

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
  const { change: logout } = useChange(Logout);
  const isPerson = session.token.startsWith('obs_');
  const signOut = () => {
    if (isPerson) void logout({});
    keepSession(null);
    go('/', true);
  };
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
            <Link
              key={path}
              to={`/${path}`}
              aria-current={isOf(screen, path) ? 'page' : undefined}
              text={words(path)}
            />
          ))}
        </nav>
        <Choices
          label={`Account: ${session.name}, ${session.team}`}
          trigger={
            <>
              <strong>{session.team}</strong>
              <span>
                {session.name}
                {session.role && ` · ${words(session.role)}`}
              </span>
            </>
          }
          choices={[
            ...(isPerson
              ? [{ text: 'Switch team …', title: 'Switch team', opens: () => <Teams session={session} /> }]
              : []),
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
  const teams = useData(MyTeams, {});
  const { change, busy, message } = useChange(SwitchTeam);
  async function switchTo(team: { id: string; name: string; role: 'owner' | 'admin' | 'member' }) {
    const done = await change({ teamId: team.id });
    if (!done) return;
    go('/campaigns', true);
    keepSession({ ...session, token: done.switchTeam.accessToken, team: team.name, role: team.role });
  }
  return (
    <Answer of={teams}>
      {({ myTeams }) => (
        <ul className="teams">
          {myTeams.map((team) => (
            <li key={team.id}>
              <button type="button" disabled={busy || team.name === session.team} onClick={() => void switchTo(team)}>
                <strong>{team.name}</strong>
                <span>
                  {words(team.role)} · {team.timezone}
                </span>
              </button>
            </li>
          ))}
          {message && <li role="alert">{message}</li>}
        </ul>
      )}
    </Answer>
  );
}
