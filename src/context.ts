import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ReadContext } from './database/reads/lists.ts';
import type { Share } from './database/shares.ts';
import type { Reader } from './database/table.ts';
import { NOBODY } from './database/teams.ts';
import type { Db } from './database/transaction.ts';
import { AppError, type FieldErrors } from './errors.ts';
import type { Streams } from './live/streams.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Spans } from './observability/spans.ts';
import type { TokenKeys } from './secrets.ts';
import type { Trace } from './trace.ts';
import type { Viewer } from './viewer.ts';

/** What one server process holds for all its requests. */
export interface Services {
  readonly config: Config;
  readonly logger: Logger;
  readonly db: Db;
  readonly reader: Reader;
  readonly pool: pg.Pool;
  /** Encrypt what must be shown again (E13). */
  readonly tokenKeys: TokenKeys;
  /** Undefined unless `METRICS` is set. */
  readonly metrics?: Metrics | undefined;
  /** Undefined unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
  readonly spans?: Spans | undefined;
}

/** What one request carries. Its reads go through `teamId`, `reader` and `loaders` (see database/reads/lists.ts). */
export interface Context extends Omit<Services, 'pool'>, ReadContext {
  readonly viewer: Viewer | null;
  readonly trace: Trace;
  /** The caller's address, for throttling. */
  readonly address: string;
  /** The address as limits count it, with the one that an undeclared proxy names. It may be forged. */
  readonly caller: string;
  /** Counts the request as so many more against its caller. */
  readonly charge: (requests: number) => void;
  /** What subscriptions read from. */
  readonly streams: Streams;
  /** What a GraphQL request brought besides its operation; undefined over REST. */
  params: { readonly extensions?: Readonly<Record<string, unknown>> } | undefined;
  /** What the input's types refused: the operation changes nothing, and says what else is wrong. */
  refused: FieldErrors | undefined;
}

export function createContext(
  services: Services,
  {
    viewer,
    trace,
    address,
    caller = address,
    streams,
    share,
    charge = () => {},
  }: Pick<Context, 'viewer' | 'trace' | 'address' | 'streams'> &
    Partial<Pick<Context, 'caller' | 'charge'>> & { share?: Share },
): { [Name in keyof Required<Context>]: Context[Name] } {
  // Name by name: one is made for every request, and spreading the services into it takes thirty times as long.
  const { config, logger, db, reader, tokenKeys, metrics, spans } = services;
  return {
    config,
    logger,
    db,
    tokenKeys,
    metrics,
    spans,
    viewer,
    trace,
    address,
    caller,
    charge,
    streams,
    params: undefined,
    refused: undefined,
    reader: { pool: reader.pool, embedded: reader.embedded, count: trace, share, room: undefined },
    teamId: viewer?.team.id ?? NOBODY,
    loaders: new Map(),
  };
}

/** The viewer of an operation that needs one. */
export function viewerOf(ctx: Context): Viewer {
  if (!ctx.viewer) throw new AppError('UNAUTHENTICATED', 'Unauthenticated.');
  return ctx.viewer;
}
