import { builder } from '../../../../graphql/builder.ts';
import { type FilterType, OPERATORS } from '../../../../input/operators.ts';

/** Comparisons of keys, of the operators that AG-Grid's filter model has. */

const SCALARS = { text: 'String', number: 'Float', date: 'String' } as const;
const NAMES = { text: 'Text', number: 'Number', date: 'Date' } as const;
const VALUES = {
  text: 'a text of up to 2,048 characters',
  number: 'a number; flags are 0 and 1',
  date: 'a day (`2026-11-21`) or time (`2026-11-21T09:30:00`) of the zone of `bucket.timezone`, else the team’s, or an instant in ISO 8601',
};

/** What the value must be, that is compared with. */
const WORDS: Record<string, string> = {
  contains: 'Contains it.',
  notContains: 'Does not contain it; what is blank counts.',
  equals: 'Is it; of a day, any time within it.',
  notEqual: 'Is not it; what is blank counts.',
  startsWith: 'Begins with it.',
  endsWith: 'Ends with it.',
  lessThan: 'Is smaller or earlier.',
  lessThanOrEqual: 'Is not greater.',
  greaterThan: 'Is greater or later; of a day, after its end.',
  greaterThanOrEqual: 'Is not smaller.',
};

const rangeOf = (type: FilterType) =>
  builder.inputType(`Report${NAMES[type]}Range`, {
    description: `Both its ends count: each is ${VALUES[type]}.`,
    fields: (t) => ({
      from: t.field({ type: SCALARS[type], required: true, description: 'Its first value.' }),
      to: t.field({ type: SCALARS[type], required: true, description: 'Its last value.' }),
    }),
  });

function comparison(type: FilterType) {
  const scalar = SCALARS[type];
  const Range = type === 'text' ? null : rangeOf(type);
  return builder.inputType(`Report${NAMES[type]}Comparison`, {
    description: `One comparison of a ${type} with ${VALUES[type]}.`,
    isOneOf: true,
    fields: (t) => ({
      ...Object.fromEntries(
        OPERATORS[type]
          .filter((operator) => operator in WORDS)
          .map((operator) => [operator, t.field({ type: scalar, description: WORDS[operator]! })]),
      ),
      ...(Range && { inRange: t.field({ type: Range, description: 'Lies within it.' }) }),
      ...(type !== 'date' && {
        isOneOf: t.field({
          type: [scalar],
          required: { list: false, items: false },
          description: 'Is exactly one of these, at most 1,000. Case counts; null stands for no value.',
        }),
      }),
      isBlank: t.boolean({ description: 'Whether it has no value, or a text of spaces alone.' }),
    }),
  });
}

export const COMPARISONS = { text: comparison('text'), number: comparison('number'), date: comparison('date') };
