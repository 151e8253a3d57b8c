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

export interface Services {
  readonly config: Config;
  readonly logger: Logger;
  readonly db: Db;
  readonly reader: Reader;
  readonly pool: pg.Pool;
  /** By the database's clock: what is due, and who may be reached, when something is sent. */
  readonly now: () => Date;
  /** Encrypt what must be shown again (E13). */
  readonly tokenKeys: TokenKeys;
  readonly metrics?: Metrics | undefined;
  readonly spans?: Spans | undefined;
}

/** What one request carries. Its reads go through `teamId`, `reader` and `loaders` (see database/reads/lists.ts). */
export interface Context extends Omit<Services, 'pool' | 'now'>, ReadContext {
  readonly viewer: Viewer | null;
  readonly trace: Trace;
  readonly address: string;
  /** For limits: includes what an undeclared proxy says, so it may be forged. */
  readonly caller: string;
  readonly charge: (requests: number) => void;
  readonly streams: Streams;
  params: { readonly extensions?: Readonly<Record<string, unknown>> } | undefined;
  /** What the input's types refused: the operation changes nothing and reports its other errors. */
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
  // Spreading the services takes thirty times as long, and this runs for every request.
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

export function viewerOf(ctx: Context): Viewer {
  if (!ctx.viewer) throw new AppError('UNAUTHENTICATED', 'Unauthenticated.');
  return ctx.viewer;
}
