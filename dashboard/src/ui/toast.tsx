import { useSyncExternalStore } from 'react';
import { Check } from './icons.ts';

const SHOWN_MS = 4_000;
let toasts: readonly { id: number; text: string }[] = [];
let last = 0;
const watchers = new Set<() => void>();

function set(next: typeof toasts) {
  toasts = next;
  for (const watcher of watchers) watcher();
}

/** Says for some seconds that something was done. */
export function say(text: string): void {
  last += 1;
  const id = last;
  set([...toasts, { id, text }]);
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), SHOWN_MS);
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const Toasts = () => (
  <div className="toasts" role="status">
    {useSyncExternalStore(watch, () => toasts).map(({ id, text }) => (
      <div key={id} className="toast">
        <Check aria-hidden /> {text}
      </div>
    ))}
  </div>
);
