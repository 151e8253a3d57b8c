import { builder } from '../../../graphql/builder.ts';

/** A type of counts, with a description of each. */
export const countsType = <Of extends object>(
  name: string,
  description: string,
  counts: Record<keyof Of, string>,
  interfaces: readonly object[] = [],
) =>
  builder.objectRef<Of>(name).implement({
    description,
    interfaces: interfaces as never,
    fields: (t) =>
      Object.fromEntries(
        Object.entries<string>(counts).map(([key, what]) => [
          key,
          t.exposeInt(key as never, { description: what } as never),
        ]),
      ) as never,
  });

/** Counts of the contacts of either kind of campaign. */
export const CONTACTS = {
  total: 'Contacts in the audience so far; it grows while the audience is put together.',
  queued: 'Contacts whose turn has not come.',
  held: 'Contacts that wait for a moment, an answer or their next call.',
  skipped: 'Contacts that are not reached.',
};

export const AUDIENCE_PREVIEW =
  'How many contacts it would reach now; the suppression list is left out. `BAD_REQUEST` beyond 20 audiences in one request.';
