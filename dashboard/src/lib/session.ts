import type { DocumentNode } from 'graphql';
import { mayRun, type Role } from './roles.ts';
import { storeOf } from './store.ts';

/** Who is signed in here. The API knows them by the token alone; no cookie goes with a request, so none can be forged. */
export interface Session {
  token: string;
  name: string;
  team: string;
  /** Null for a token that may not ask what it is. */
  role: Role | null;
}

const KEY = 'outbound-session';

function stored(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** The one that the page began with. */
export const session = stored();

/** Whether the person signed in may run an operation; the server decides again. */
export const isMine = (document: DocumentNode): boolean => mayRun(document, session?.role ?? null);

/** Whether the token is good no more: its person signs in again over what they have typed. */
export const sessionOver = storeOf(false);

/** The same person goes on where they are. Any other begins with another page: nothing that the former loaded is left. */
function follow(next: Session | null): void {
  const keys = ['name', 'team', 'role'] as const;
  if (session && next && keys.every((key) => session?.[key] === next[key])) {
    session.token = next.token;
    sessionOver.set(false);
  } else location.reload();
}

export function keepSession(next: Session | null): void {
  if (next) localStorage.setItem(KEY, JSON.stringify(next));
  else localStorage.removeItem(KEY);
  follow(next);
}

// A team switched to in one tab is switched to in all: the former token works no more.
addEventListener('storage', ({ key }) => key === KEY && follow(stored()));
