import { storeOf } from '../lib/store.ts';
import { Check } from './icons.ts';

const SHOWN_MS = 4_000;
const toasts = storeOf<readonly { id: number; text: string }[]>([]);
let last = 0;

/** Says for some seconds that something was done. */
export function say(text: string): void {
  last += 1;
  const id = last;
  toasts.set([...toasts.get(), { id, text }]);
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), SHOWN_MS);
}

export const Toasts = () => (
  <div className="toasts" role="status">
    {toasts.use().map(({ id, text }) => (
      <div key={id} className="toast">
        <Check aria-hidden /> {text}
      </div>
    ))}
  </div>
);
