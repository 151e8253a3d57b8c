import { AppError } from '../errors.ts';

/** How long a caller should wait before the next try, in seconds. */
const RETRY_AFTER = 5;

/** `query_canceled` (statement_timeout) and `lock_not_available`. */
const TOO_LONG = new Set(['57014', '55P03']);
/** Serialization failure, deadlock. */
const COLLISION = new Set(['40001', '40P01']);
/** Shutting down, crashed, starting, its disk fails. */
const AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '58030',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
]);
/** `read_only_sql_transaction`: a replica, or a primary that has become one. */
const READ_ONLY = '25006';
/** Classes of codes: connections; what it has too little of, be it disk, memory or connections. */
const AWAY_CLASS = /^(08|53)/;

/**
 * What a failure of the database means to a caller; null when it is none of these but a mistake in the product.
 * `TIMEOUT`: a statement, a lock or a connection took too long. `CONFLICT`: two transactions stood in each other's way
 * and this one was undone. `UNAVAILABLE`: the database does not answer, has no room for what it is to write, or only reads.
 */
export function failureOf(error: unknown): AppError | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const state = codeOf(error);
  const text = String(message);
  // P2028: a transaction of Prisma's that could not begin or end in time. The other two are pg's own, without a code.
  if (TOO_LONG.has(state) || code === 'P2028' || text.includes('timeout exceeded when trying to connect')) {
    return new AppError('TIMEOUT', '', { retryAfter: RETRY_AFTER });
  }
  if (COLLISION.has(state)) {
    return new AppError('CONFLICT', 'The operation collided with another one. Try again.');
  }
  const isNodeLost = state === 'XX000' && NODE_LOST.test(text);
  const isAway = AWAY.has(state) || AWAY_CLASS.test(state) || code === 'P1001' || code === 'P1017';
  if (isAway || isNodeLost || LOST.test(text)) {
    return unavailable();
  }
  if (state === READ_ONLY) return readsOnly();
  return null;
}

/** Whether the database is up, but lacks disk or memory for a statement, or is read-only. */
export const isShort = (error: unknown): boolean => /^(53[124]00|25006)$/.test(codeOf(error));

/** Whether a statement failed on a value that it was to write: one that no column or index takes, or that breaks a constraint. */
export const refusesValues = (error: unknown): boolean => /^(22|23502|23514|54)/.test(codeOf(error));

/** PostgreSQL's code of an error, also where Prisma wraps it. Prisma reports a collision as P2034. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return stateOf(error) ?? (code === 'P2034' ? '40001' : String(code));
}

export const unavailable = () => new AppError('UNAVAILABLE', '', { retryAfter: RETRY_AFTER });

/** For a change that comes to a server with `READ_ONLY`. */
export const readsOnly = () =>
  new AppError('UNAVAILABLE', 'This server only reads. Send changes to one that writes.', { retryAfter: RETRY_AFTER });

/**
 * What Citus reports under PostgreSQL's code for internal errors when it loses a node during a transaction or at its end. Errors of libpq
 * have no code of their own.
 */
const NODE_LOST = new RegExp(
  [
    'failure on connection marked as essential',
    'could not commit transaction for shard',
    'failed to prepare transaction',
    'server closed the connection unexpectedly',
    'could not receive data from server',
    'could not send data to server',
    'no connection to the server',
  ].join('|'),
);

/** What Citus says when it cannot connect to a node. The code is that of any lost connection. */
const NODE_AWAY = /connection to the remote node /;

/** Whether an error of PostgreSQL's is that a node of its Citus cluster is away. A server without Citus never says so. */
export function isNodeAway(error: unknown): boolean {
  const { message = '', where = '' } = (error ?? {}) as { message?: string; where?: string };
  const state = codeOf(error);
  return (
    NODE_AWAY.test(message) ||
    (state === 'XX000' && NODE_LOST.test(message)) ||
    (AWAY.has(state) && where.includes('while executing command on '))
  );
}

/** pg says so without a code; Prisma puts words of its own before it. */
const LOST = /^(Connection terminated|Client has encountered a connection error)/m;

/** What Prisma's adapter says of a connection, where PostgreSQL said nothing. */
const AWAY_KINDS = ['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections'];

/** PostgreSQL's own code, which Prisma wraps – unless it came while a transaction began – in an error of its own. */
function stateOf(error: unknown): string | undefined {
  const { meta, name, cause } = (error ?? {}) as {
    meta?: { driverAdapterError?: { cause?: AdapterCause } };
    name?: unknown;
    cause?: AdapterCause;
  };
  const { originalCode, kind } = meta?.driverAdapterError?.cause ?? ((name === 'DriverAdapterError' && cause) || {});
  if (typeof originalCode === 'string') return originalCode;
  return AWAY_KINDS.includes(String(kind)) ? 'ECONNRESET' : undefined;
}

interface AdapterCause {
  originalCode?: unknown;
  kind?: unknown;
}
