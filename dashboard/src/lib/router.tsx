import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { ui as t } from '../texts/first.ts';

/** Paths below /app. What a screen shows is in its address: filters, pages, tabs. */
const BASE = '/app';

function subscribe(watcher: () => void) {
  addEventListener('popstate', watcher);
  return () => removeEventListener('popstate', watcher);
}

let isUnsaved = false;
/** What was typed into a long form is not left without asking. */
export function keepUnsaved(is: boolean): void {
  isUnsaved = is;
}
addEventListener('beforeunload', (event) => isUnsaved && event.preventDefault());

/** Where the reader is. */
let here = location.href;
/** The page and its tab; what else is in an address changes nothing in a form. */
const viewOf = ({ pathname, searchParams }: URL) => `${pathname} ${searchParams.get('tab')}`;
const mayGo = (to: string) =>
  !isUnsaved || viewOf(new URL(to, here)) === viewOf(new URL(here)) || confirm(t.leaveThisPage);
// Before any other that listens. The browser has gone back already.
addEventListener('popstate', (event) => {
  if (mayGo(location.href)) here = location.href;
  else {
    history.pushState(null, '', here);
    event.stopImmediatePropagation();
  }
});

export function go(to: string, replace = false): void {
  if (!mayGo(BASE + to)) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', BASE + to);
  here = location.href;
  dispatchEvent(new PopStateEvent('popstate'));
  if (!replace) scrollTo(0, 0);
}

function useLocation(part: 'pathname' | 'search'): string {
  const get = () => location[part];
  return useSyncExternalStore(subscribe, get, get);
}

/** As `go`, for what takes a while: not once the reader is somewhere else. */
export function useGo(): typeof go {
  const from = useLocation('pathname');
  return (to, replace) => {
    if (location.pathname === from) go(to, replace);
  };
}

/** The path's parts: `['campaigns', '<id>']`. */
export function usePath(): string[] {
  return useLocation('pathname').slice(BASE.length).split('/').filter(Boolean);
}

type Patch = Record<string, string | null | undefined>;

/** What is behind the `?`, and a way to change it; empty values leave it. */
export function useSearch(): [URLSearchParams, (patch: Patch, replace?: boolean) => void] {
  const search = useLocation('search');
  const change = (patch: Patch, replace = false) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(patch)) value ? next.set(name, value) : next.delete(name);
    const text = next.toString();
    go(location.pathname.slice(BASE.length) + (text && `?${text}`), replace);
  };
  return [new URLSearchParams(search), change];
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; text?: ReactNode; isHere?: boolean };

export function Link({ to, text, children = text, isHere, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...rest} href={BASE + to} onClick={follow} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}
