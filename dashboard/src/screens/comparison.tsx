import { changed } from '../lib/format.ts';
import { reports as t } from '../texts/first.ts';

/** How a figure changed from the period before; of some, such as failures, less is better. */
export function changeOf(now: number | null | undefined, before: number | null | undefined, isLessBetter = false) {
  if (!before) return now ? <small>{t.nothingBefore}</small> : null;
  const change = ((now ?? 0) - before) / Math.abs(before);
  return (
    <small className={change === 0 ? '' : change > 0 === isLessBetter ? 'down' : 'up'}>
      {changed(change)} <span className="hidden">{t.fromThePeriod}</span>
    </small>
  );
}
