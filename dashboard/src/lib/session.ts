import type { DocumentNode } from 'graphql';
import { mayRun, type Role } from './roles.ts';

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

/** Another session begins with another page: nothing that the former one loaded is left. */
export function keepSession(next: Session | null): void {
  if (next) localStorage.setItem(KEY, JSON.stringify(next));
  else localStorage.removeItem(KEY);
  location.reload();
}

// A team switched to in one tab is switched to in all: the former token works no more.
addEventListener('storage', ({ key }) => key === KEY && location.reload());
