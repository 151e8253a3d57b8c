import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CONTENDERS, type ContenderName, PARTS, type PartName, SHAPES, type ShapeName } from './names.ts';

/** On PostgreSQL, while campaigns go out. */
export const PRESSURES = ['none', 'idle', 'readers', 'offered'] as const;
export type Pressure = (typeof PRESSURES)[number];

export const TASKS = [
  'shapes',
  'sizes',
  'cold',
  'import',
  'soak',
  'fuzz',
  'hostile',
  'beside',
  'scale',
  'simulate',
  'send',
  'report',
  'writes',
  'never-analysed',
  'webhooks',
  'hub',
  'person',
  'dashboard',
  'retention',
  'large-team',
] as const;
/** What takes its time or measures nothing: only when it is asked for. */
const UNUSUAL_TASKS: readonly string[] = [
  'soak',
  'fuzz',
  'hostile',
  'beside',
  'scale',
  'simulate',
  'send',
  'report',
  'writes',
  'never-analysed',
  'webhooks',
  'hub',
  'person',
  'dashboard',
  'retention',
  'large-team',
];
const USUAL_TASKS = TASKS.filter((task) => !UNUSUAL_TASKS.includes(task));

export interface Options {
  /** The product's tree that is measured. */
  root: string;
  build: boolean;
  tasks: (typeof TASKS)[number][];
  shapes: ShapeName[];
  only: ContenderName[];
  rounds: number;
  seconds: number;
  connections: number;
  /** The data set's size; 1 is 57,600 logs. */
  scale: number;
  /** PostgreSQL's setting for every contender; undefined: its default, and ours sets its own. */
  randomPageCost: string | undefined;
  /** Workers of the Citus coordinator that the databases are on, as host:port. */
  citus: string[];
  /** Of the list that is imported, contacts that are sent to or asked about, messages that are reported on. */
  rows: number;
  /** The part of the task `scale` that stops workers of a Citus cluster, and how. The commands find the worker in `$NODE`. */
  nodeDown: boolean;
  stopNode: string | undefined;
  startNode: string | undefined;
  /** Of the task `hostile`. */
  parts: PartName[];
  /** The part of the task `never-analysed` that is measured alone. */
  held: boolean;
  /** The task `large-team` on the embedded database. */
  embedded: boolean;
  /** The parts of the task `send` that are measured alone. */
  pressure: readonly Pressure[] | null;
  chaos: boolean;
  /** The parts of the task `hub` that are measured alone. */
  endToEnd: boolean;
  hostileSellers: boolean;
  /** Of the worker, in the part `kills`. */
  kills: number;
  /** Of the simulation, and the first of them. */
  seeds: number;
  from: number;
  /** How long a soak takes. */
  minutes: number;
  /** Runs every contender but PostGraphile, which needs Node 22 or newer. */
  node: string;
  /** Directory for CPU profiles of ours; none are taken without it. */
  profile: string | undefined;
  databaseUrl: string;
}

export const USAGE = `npm run bench -- [options]

  --task shapes,sizes,cold,import   what to measure; these unless given (shapes when --shape or --only is given)
  --task soak --minutes 10          mixed load on the built server: no error, flat memory, no job stuck
  --rows 100000                     of the list that is imported
  --task fuzz --minutes 10          the fuzz suite, other requests in every run
  --task simulate --seeds 1000      sending, calling and the hub under faults, from many seeds; --from 1 is the first
  --task send --rows 1000000        messages out through the simulator against a hand-written loop; stop, memory, two workers
  --task send --part pressure --rows 100000 --minutes 60   campaigns for so long under each of three kinds of pressure, and without;
                                    --pressure ${PRESSURES.join(',')} takes some of them
  --task send --part chaos --rows 20000   campaigns while workers and PostgreSQL are killed, connections cut, a service hangs, a clock is set back
  --task report --rows 10000000     reports over so many messages: roll-ups, rows against SQL by hand, CSV, other reads
  --task writes                     E7, E10, E12 and createContact against hand-written SQL, Prisma and PostGraphile
  --task never-analysed             reads and claims of PostgreSQL without statistics, up to --rows 1000000 contacts
  --task never-analysed --part held how long held rows of --rows contacts take to be judged again after a change of a rule
  --task large-team                 what a team of 10,000 to --rows 1000000 contacts does every day, and how it grows; --part embedded
  --task webhooks --rows 100000     events of an endpoint beside a send: how soon they leave, and what that costs sending
  --task hub --rows 1000000         sellers over SMPP against a bare server; then on to an operator and back to the receipt
  --task hub --part end-to-end      that second half alone
  --task hub --part hostile         an endpoint's p99 and the server's memory beside hostile sellers, in --rounds turns
  --task person --rows 1000000      a person's export and erasure beside so many messages of others
  --task dashboard                  changes of the screen and presses in Chromium, on the demo's data times 100
  --task retention                  reads while partitions are made, detached and dropped beside a long reader, and without
  --task scale                      1 to 4 server processes behind a balancer of our own
  --task scale --citus HOST:PORT,…  instead: a Citus cluster of these workers against its coordinator alone
  --task scale --citus HOST:PORT,… --part node-down --stop-node 'COMMAND' --start-node 'COMMAND' --rounds 2
                                    stops a worker in each round: its teams alone are held up, and lose nothing
  --task hostile                    10,000 requests on 200 connections, 5 % of them hostile; then two races:
  --task hostile --part stops --rows 20000              STOPs of half of the contacts while messages are handed over
  --task hostile --part kills --rows 20000 --kills 100  kills of the worker during a campaign
  --task beside                     everyday requests alone and beside hostile callers
  --shape ${SHAPES.join(',')}           kinds of request
  --only ${CONTENDERS.join(',')}
  --rounds 5 --seconds 4            alternating rounds of so many seconds for every contender
  --connections 8                   of the load generator
  --scale 1                         size of the stored data
  --random-page-cost 1.1            PostgreSQL's setting for all contenders; ours always sets it, see its README
  --root ..                         tree of the product; --no-build takes its dist/ as it is
  --node <path>                     runs the contenders (PostGraphile always has its own Node 24)
  --profile <directory>             CPU profiles of ours

BENCH_DATABASE_URL names the server (default postgres://postgres@127.0.0.1:5432/postgres); the database is our own.
`;

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      task: { type: 'string' },
      shape: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '8' },
      scale: { type: 'string', default: '1' },
      rows: { type: 'string' },
      part: { type: 'string' },
      pressure: { type: 'string' },
      kills: { type: 'string', default: '100' },
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      citus: { type: 'string' },
      'stop-node': { type: 'string' },
      'start-node': { type: 'string' },
      minutes: { type: 'string', default: '10' },
      'random-page-cost': { type: 'string' },
      root: { type: 'string', default: '..' },
      build: { type: 'boolean', default: true },
      node: { type: 'string', default: process.execPath },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
    allowNegative: true,
  });
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const tasks = values.task ?? (values.shape || values.only ? 'shapes' : USUAL_TASKS.join());
  return {
    root: resolve(values.root),
    build: values.build,
    tasks: chosen('task', tasks, TASKS),
    shapes: chosen('shape', values.shape, SHAPES),
    only: chosen('only', values.only, CONTENDERS),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    scale: Number(values.scale),
    randomPageCost: values['random-page-cost'],
    citus: values.citus?.split(',') ?? [],
    rows: Number(values.rows ?? usualRows(values.task)),
    parts:
      ['held', 'embedded', 'end-to-end', 'node-down', 'pressure', 'chaos'].includes(values.part ?? '') ||
      tasks === 'hub'
        ? []
        : chosen('part', values.part, PARTS),
    nodeDown: values.part === 'node-down',
    stopNode: values['stop-node'],
    startNode: values['start-node'],
    held: values.part === 'held',
    embedded: values.part === 'embedded',
    pressure: values.part === 'pressure' ? chosen('pressure', values.pressure, PRESSURES) : null,
    chaos: values.part === 'chaos',
    endToEnd: values.part === 'end-to-end',
    hostileSellers: tasks === 'hub' && values.part === 'hostile',
    kills: Number(values.kills),
    seeds: Number(values.seeds),
    from: Number(values.from),
    minutes: Number(values.minutes),
    node: values.node,
    profile: values.profile && resolve(values.profile),
    databaseUrl: process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  };
}

function usualRows(task = ''): number {
  if (task.includes('report')) return 10_000_000;
  if (['never-analysed', 'person', 'large-team'].some((name) => task.includes(name))) return 1_000_000;
  return task.includes('hostile') ? 20_000 : 100_000;
}

function chosen<T extends string>(option: string, given: string | undefined, all: readonly T[]): T[] {
  if (given === undefined) return [...all];
  const unknown = given.split(',').filter((name) => !all.includes(name as T));
  if (unknown.length > 0) throw new Error(`--${option}: ${unknown.join()} is none of ${all.join(', ')}`);
  return given.split(',') as T[];
}
