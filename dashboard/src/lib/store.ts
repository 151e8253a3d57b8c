import { useSyncExternalStore } from 'react';

/** A value outside of React, which components watch. */
export function storeOf<Value>(value: Value) {
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  };
  const get = () => value;
  const set = (next: Value) => {
    value = next;
    for (const watcher of watchers) watcher();
  };
  return { watch, get, set, use: () => useSyncExternalStore(watch, get, get) };
}
