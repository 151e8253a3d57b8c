import {
  type Context,
  type Emitter,
  Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import type { Chance } from '../../../chance.ts';
import { ExactNumber } from './exact-number.ts';

export const TAGS = ['if', 'unless', 'case', 'assign'] as const;
export const PARTS_OF_TAGS = ['elsif', 'else', 'when', 'endif', 'endunless', 'endcase'] as const;
const SPIN = 'spin';

export const FILTERS = [
  ...['abs', 'append', 'at_least', 'at_most', 'capitalize', 'ceil', 'date', 'default', 'divided_by', 'downcase'],
  ...['floor', 'lstrip', 'minus', 'modulo', 'plus', 'prepend', 'remove', 'replace_first', 'round', 'rstrip'],
  ...['size', 'slice', 'squish', 'strip', 'strip_newlines', 'times', 'truncate', 'truncatewords', 'upcase'],
  ...['url_encode'],
] as const;

export const CHANCE = Symbol('chance');

/** `{% spin %}a{% or %}b{% endspin %}` writes one of them. */
export class Spin extends Tag {
  readonly choices: Template[][] = [[]];

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid);
    const stream = parser
      .parseStream(remaining)
      .on('tag:or', () => this.choices.push([]))
      .on('tag:endspin', () => stream.stop())
      .on('template', (template: Template) => this.choices.at(-1)!.push(template))
      .on('end', () => {
        throw new Error('tag {% spin %} not closed');
      });
    stream.start();
  }

  *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
    const chance = (context.environments as { [CHANCE]?: Chance })[CHANCE]!;
    yield this.liquid.renderer.renderTemplates(chance.pick(this.choices), context, emitter);
  }

  // biome-ignore lint/correctness/useYield: the library asks for a generator of what its analysis looks into.
  *children(): Generator<unknown, Template[]> {
    return this.choices.flat();
  }
}

const noFile = () => {
  throw new Error('there are no files');
};

/** Parsing, time and output are bounded. Times without a zone are UTC. */
export const liquid = new Liquid({
  fs: {
    exists: async () => false,
    existsSync: () => false,
    readFile: async () => noFile(),
    readFileSync: noFile,
    resolve: (_directory, file) => file,
  },
  relativeReference: false,
  dynamicPartials: false,
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: false,
  locale: 'en-US',
  timezoneOffset: 0,
  parseLimit: 50_000,
  memoryLimit: 50_000,
});

for (const name of Object.keys(liquid.tags)) {
  if (!(TAGS as readonly string[]).includes(name)) delete liquid.tags[name];
}
for (const name of Object.keys(liquid.filters)) {
  if (!(FILTERS as readonly string[]).includes(name)) delete liquid.filters[name];
}
liquid.registerTag(SPIN, Spin);

const CALCULATE = ['abs', 'ceil', 'divided_by', 'floor', 'minus', 'modulo', 'plus', 'round', 'times'];

/** 0.1 + 0.2 is 0.3, and a division by zero fails: nobody reads `Infinity`. */
for (const name of CALCULATE) {
  const calculate = liquid.filters[name] as (this: unknown, ...values: unknown[]) => unknown;
  liquid.registerFilter(name, function (...values: unknown[]) {
    const result = Number(calculate.apply(this, values));
    if (!Number.isFinite(result)) throw new Error(`${name} has no result`);
    return Number.isSafeInteger(result) ? result : Number(result.toPrecision(15));
  });
}

/** Without `now` and `today`, so that a dry run and the send write the same. */
const formatDate = liquid.filters.date as (this: unknown, value: unknown, ...options: unknown[]) => unknown;
liquid.registerFilter('date', function (value: unknown, ...options: unknown[]) {
  if (value === 'now' || value === 'today') return value;
  return formatDate.call(this, value instanceof ExactNumber ? value.valueOf() : value, ...options);
});
