import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

export interface GeneratedOperation {
  query: string;
  variables: Record<string, unknown>;
}

const MAX_FIELDS = 4;
const DEPTH = 4;
/** Fields of one record, whose ids are given. */
const BY_ID = ['smsCampaign', 'offer'];
/** What these say is of the moment they are asked at. */
const OF_THE_MOMENT = ['ReportExport', 'ReportFreshness'];
const CONDITIONS = ['yes', 'no', 'maybe'];
const SIZES = ['0', '1', '2', '$n', '$none', '101', '-1'];

/** The same numbers for the same seed, between 0 and 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A valid operation that asks for things several times: under names, in fragments, under conditions. A name stands for one
 * field with its arguments, so that selections of it merge.
 */
export function generateOperation(schema: GraphQLSchema, ids: readonly string[], seed: number): GeneratedOperation {
  const random = randomOf(seed);
  const upTo = (n: number) => Math.floor(random() * n);
  const pick = <T>(from: readonly T[]): T => from[upTo(from.length)]!;
  const fragments = new Map<string, string[]>();
  const texts: string[] = [];
  const given = new Map<string, string>();
  const used = new Set<string>();
  const use = (text: string) => {
    if (text.startsWith('$')) used.add(text.slice(1));
    return text;
  };

  const directive = () =>
    random() < 0.75
      ? ''
      : ` @${pick(['skip', 'include'])}(if: ${random() < 0.2 ? pick(['true', 'false']) : use(`$${pick(CONDITIONS)}`)})`;

  function argumentsOf({ args, name }: GraphQLField<unknown, unknown>, key: string): string {
    const known = given.get(`${name} ${key}`);
    if (known !== undefined) return known;
    // Both ends at once are refused: with more than one error it depends on the moment which are told.
    const end = pick(['first', 'last']);
    const parts = args.flatMap((arg) => {
      if (arg.name === 'id') return [`id: "${random() < 0.9 ? pick(ids) : crypto.randomUUID()}"`];
      const isSize = arg.name === end || (arg.name === 'first' && !args.some(({ name }) => name === 'last'));
      return isSize && random() < 0.6
        ? [`${arg.name}: ${use(random() < 0.9 ? pick(SIZES.slice(0, 5)) : pick(SIZES))}`]
        : [];
    });
    const text = parts.length > 0 ? `(${parts.join(', ')})` : '';
    given.set(`${name} ${key}`, text);
    return text;
  }

  function fieldOf(field: GraphQLField<unknown, unknown>, depth: number): string {
    const key = pick([field.name, field.name, `${field.name}_a`, `a_${field.name}`]);
    const name = key === field.name ? key : `${key}: ${field.name}`;
    const type = getNamedType(field.type);
    const below = isObjectType(type) ? ` ${selectionOf(type, depth - 1)}` : '';
    return `${name}${argumentsOf(field, `${key}`)}${directive()}${below}`;
  }

  function fragmentOf(type: GraphQLObjectType, depth: number): string {
    const own = fragments.get(`${type.name} ${depth}`) ?? [];
    fragments.set(`${type.name} ${depth}`, own);
    if (own.length > 0 && random() < 0.7) return pick(own);
    const name = `F${texts.length}_${type.name}`;
    const at = texts.push('') - 1;
    texts[at] = `fragment ${name} on ${type.name} ${selectionOf(type, depth)}`;
    own.push(name);
    return name;
  }

  function selectionOf(type: GraphQLObjectType, depth: number): string {
    const all = Object.values(type.getFields()).filter(({ name, args, type: its }) => {
      const isLeaf = !isObjectType(getNamedType(its));
      return (
        (isLeaf || depth > 0) &&
        !isInterfaceType(getNamedType(its)) &&
        !OF_THE_MOMENT.includes(getNamedType(its).name) &&
        args.every((arg) => !isRequiredArgument(arg) || (arg.name === 'id' && BY_ID.includes(name)))
      );
    });
    if (all.length === 0 || depth < -1) return '{ __typename }';
    // Lists, for which it matters most.
    const objects = all.filter(({ type: its }) => isObjectType(getNamedType(getNullableType(its))));
    const parts = Array.from({ length: 1 + upTo(MAX_FIELDS) }, () => {
      const kind = random();
      if (kind < 0.08) return `__typename${directive()}`;
      if (kind < 0.18) return `... ${pick(['', `on ${type.name}`])}${directive()} ${selectionOf(type, depth - 1)}`;
      if (kind < 0.3) return `...${fragmentOf(type, depth - 1)}${directive()}`;
      return fieldOf(objects.length > 0 && random() < 0.45 ? pick(objects) : pick(all), depth);
    });
    return `{ __typename ${parts.join(' ')} }`;
  }

  const selection = selectionOf(schema.getQueryType()!, DEPTH);
  const types: Record<string, string> = {
    yes: 'Boolean!',
    no: 'Boolean! = false',
    maybe: 'Boolean!',
    n: 'Int',
    none: 'Int',
  };
  const definitions = [...used].map((name) => `$${name}: ${types[name]}`).join(', ');
  const reachable = texts.join('\n');
  return {
    query: `query Q${definitions && `(${definitions})`} ${selection}\n${reachable}`,
    variables: { yes: true, maybe: random() < 0.5, n: 2 },
  };
}
