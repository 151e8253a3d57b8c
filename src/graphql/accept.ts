/** The formats of an answer. */
export type Form = 'application/json' | 'application/graphql-response+json' | 'text/event-stream' | 'text/html';

export const STREAM = 'text/event-stream' satisfies Form;

export interface Range {
  /** In lower case: an encoding, or `type/subtype`, where either may be `*`. */
  name: string;
  quality: number;
}

/**
 * The format that a client prefers: by quality, then by the order in which it lists them. When a wildcard matches
 * several, the first that we offer wins. It also wins when the client accepts none: JSON is more useful than a refusal.
 */
export function preferredForm<Offer extends Form>(
  accept: string | undefined,
  offers: readonly [Offer, ...Offer[]],
): Offer {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === offers[0]) return offers[0];
  const ranges = rangesOf(accept);
  let best: { form: Offer; quality: number; at: number } | undefined;
  for (const form of offers) {
    const at = rangeFor(form, ranges);
    const quality = ranges[at]?.quality ?? 0;
    if (quality === 0) continue;
    if (!best || quality > best.quality || (quality === best.quality && at < best.at)) best = { form, quality, at };
  }
  return best?.form ?? offers[0];
}

/** Whether the client names the format. A wildcard alone is not enough: such a client could not read a stream. */
export function names(accept: string | undefined, form: Form): boolean {
  if (accept === undefined || !accept.includes('/')) return false;
  const ranges = rangesOf(accept).filter(({ name }) => name !== '*/*');
  return (ranges[rangeFor(form, ranges)]?.quality ?? 0) > 0;
}

/** The entries of an Accept or Accept-Encoding header. */
export function rangesOf(accept: string): Range[] {
  return accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';');
    const given = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    const quality = given === undefined ? 1 : Number(given);
    return { name: name.trim().toLowerCase(), quality: Number.isNaN(quality) ? 0 : Math.min(quality, 1) };
  });
}

/** The index of the most specific entry that matches the format; -1 when none does. */
function rangeFor(form: Form, ranges: readonly Range[]): number {
  const [type] = form.split('/', 1);
  for (const name of [form, `${type}/*`, '*/*']) {
    const at = ranges.findIndex((range) => range.name === name);
    if (at !== -1) return at;
  }
  return -1;
}
