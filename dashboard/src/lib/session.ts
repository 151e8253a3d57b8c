import { useSyncExternalStore } from 'react';

/** Who is signed in here. The API knows them by the token alone; no cookie goes with a request, so none can be forged. */
export interface Session {
  token: string;
  name: string;
  team: string;
  /** Null for a token that may not ask what it is. */
  role: 'owner' | 'admin' | 'member' | null;
}

const KEY = 'outbound-session';
const watchers = new Set<() => void>();
let session = read(localStorage.getItem(KEY));

function read(text: string | null): Session | null {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function take(next: Session | null): void {
  session = next;
  for (const watcher of watchers) watcher();
}

// A team switched to in one tab is switched to in all: the former token works no more.
addEventListener('storage', ({ key, newValue }) => key === KEY && take(read(newValue)));

export const currentSession = (): Session | null => session;

export function keepSession(next: Session | null): void {
  if (next) localStorage.setItem(KEY, JSON.stringify(next));
  else localStorage.removeItem(KEY);
  take(next);
}

export function useSession(): Session | null {
  return useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, currentSession);
}
