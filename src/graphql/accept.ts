/** What an operation can be answered as. */
export type Form = 'application/json' | 'application/graphql-response+json' | 'text/event-stream' | 'text/html';

export const STREAM = 'text/event-stream' satisfies Form;

export interface Range {
  /** In lower case: `type/subtype`, either of which may be `*`, or an encoding. */
  name: string;
  quality: number;
}

/**
 * The form that a client prefers: by quality, then by the order in which it names them. Where a wildcard names several, the
 * first offered wins. It also wins where the client accepts none of them: an answer in JSON is of more use than a refusal.
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

/** Whether the client names the form. One that takes just anything does not: it would not know what to do with a stream. */
export function names(accept: string | undefined, form: Form): boolean {
  if (accept === undefined || !accept.includes('/')) return false;
  const ranges = rangesOf(accept).filter(({ name }) => name !== '*/*');
  return (ranges[rangeFor(form, ranges)]?.quality ?? 0) > 0;
}

/** The ranges of a header that lists what a client accepts. */
export function rangesOf(accept: string): Range[] {
  return accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';');
    const given = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    const quality = given === undefined ? 1 : Number(given);
    return { name: name.trim().toLowerCase(), quality: Number.isNaN(quality) ? 0 : Math.min(quality, 1) };
  });
}

/** The index of the most specific range that covers the form; -1 where none does. */
function rangeFor(form: Form, ranges: readonly Range[]): number {
  const [type] = form.split('/', 1);
  for (const name of [form, `${type}/*`, '*/*']) {
    const at = ranges.findIndex((range) => range.name === name);
    if (at !== -1) return at;
  }
  return -1;
}
