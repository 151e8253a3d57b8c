import { EmbeddedDatabaseLockedError } from 'pglite-pool';
import { type Config, ConfigError } from '../config.ts';
import { MigrationHistoryError } from '../database/migrate.ts';

/** Their messages are written for operators. */
const TOLD = [ConfigError, EmbeddedDatabaseLockedError, MigrationHistoryError];

type Failure = Partial<NodeJS.ErrnoException & { address: string; port: number; hostname: string; cause: unknown }>;

/** A sentence for what an operator can fix; null for a bug. `config` is undefined when it is itself the problem. */
export function startProblem(error: unknown, config: Config | undefined): string | null {
  if (TOLD.some((type) => error instanceof type)) return (error as Error).message;
  if (!(error instanceof Error) || !config) return null;
  const failure = error as Failure;
  if (failure.code?.startsWith('ERR_PARSE_ARGS')) return error.message;
  const problem = listenProblem(failure, config) ?? databaseProblem(failure, config) ?? fileProblem(failure, config);
  return problem ?? (failure.cause ? startProblem(failure.cause, config) : null);
}

function settingOf(port: number | undefined, { PORT, METRICS, SMPP_TLS_PORT }: Config): string {
  if (port === PORT) return 'PORT';
  if (port === SMPP_TLS_PORT) return 'SMPP_TLS_PORT';
  return METRICS?.split(':').at(-1) === String(port) ? 'METRICS' : 'SMPP_PORT';
}

/** The setting of the address, by that of the port. */
const HOST_OF: Readonly<Record<string, string>> = {
  PORT: 'HOST',
  METRICS: 'METRICS',
  SMPP_PORT: 'SMPP_HOST',
  SMPP_TLS_PORT: 'SMPP_HOST',
};

/** The setting of an address to listen on; null where it is none of ours. */
function settingOfHost(name: string | undefined, { HOST, SMPP_HOST, METRICS }: Config): string | null {
  if (name === HOST) return 'HOST';
  if (name === SMPP_HOST) return 'SMPP_HOST';
  return METRICS?.replaceAll(/[[\]]/g, '').startsWith(`${name}:`) ? 'METRICS' : null;
}

function listenProblem({ code, address, port, syscall, hostname }: Failure, config: Config): string | null {
  const named = settingOfHost(hostname ?? address, config);
  if (syscall === 'getaddrinfo' && named !== null) return `${named}: there is no address named ${hostname}.`;
  if (syscall !== 'listen') return null;
  const setting = settingOf(port, config);
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${address} is in use by another process. Stop that one, or set ${setting} to a free port.`;
  }
  if (code === 'EACCES') return `${setting}: this user may not listen on port ${port}. Choose one above 1023.`;
  // A name has become an address by now.
  if (code === 'EADDRNOTAVAIL') return `${named ?? HOST_OF[setting]}: ${address} is not an address of this machine.`;
  return null;
}

const DATABASE_PROBLEMS: Record<string, (at: Target) => string> = {
  ECONNREFUSED: ({ server }) =>
    `No PostgreSQL server answers at ${server}. Is it running, and are host and port right?`,
  ETIMEDOUT: ({ server }) => `${server} does not answer. Does a firewall keep this machine from it?`,
  EHOSTUNREACH: ({ server }) => `There is no way from here to ${server}.`,
  ENETUNREACH: ({ server }) => `There is no way from here to ${server}.`,
  ENOTFOUND: ({ server }) => `There is no host of the name in ${server}.`,
  EAI_AGAIN: ({ server }) => `The name of the host in ${server} cannot be looked up.`,
  ECONNRESET: ({ server }) => `${server} closed the connection. Is it a PostgreSQL server?`,
  '3D000': ({ database, server }) =>
    `The server at ${server} has no database ${database}. Create it, or name another one.`,
  '28P01': ({ user, server }) => `The server at ${server} refuses the password of role ${user}, or has no such role.`,
  '28000': ({ user, server }) =>
    `The server at ${server} does not let role ${user} in: it does not exist, or may not sign in from here.`,
  '42501': ({ user, database }) =>
    `Role ${user} may not create tables in database ${database}. Make it the owner: ALTER DATABASE … OWNER TO …`,
  '53300': ({ server }) =>
    `The server at ${server} has no connection left. Raise max_connections, or lower DATABASE_POOL_SIZE.`,
  '57P03': ({ server }) => `The server at ${server} is starting up or shutting down.`,
  ERR_INVALID_URL: () => 'It is not a URL. Special characters of its password must be percent-encoded.',
};

/** pg gives these no code. */
const DATABASE_MESSAGES: [RegExp, (at: Target) => string][] = [
  [
    /password must be a string/,
    ({ user, server }) => `The server at ${server} asks for the password of role ${user}: the URL has none.`,
  ],
  [/^URI malformed$/, () => 'The URL has invalid percent-encoding. Write a literal % as %25.'],
  [
    /unsupported startup parameter/,
    ({ server }) =>
      `${server} is a connection pooler that refuses the settings of our connections. Connect to PostgreSQL directly.`,
  ],
  [
    /self-signed certificate|unable to (?:verify the first|get local issuer) certificate/,
    ({ server }) =>
      `The certificate of ${server} is not from an authority that this machine knows. Add &sslmode=verify-full&sslrootcert=<file of the authority’s certificate>.`,
  ],
  [/does not support SSL/, ({ server }) => `The server at ${server} has no TLS: leave sslmode out.`],
  [/timeout exceeded when trying to connect|^Connection terminated/, DATABASE_PROBLEMS.ETIMEDOUT!],
];

interface Target {
  server: string;
  database: string;
  user: string;
}

function databaseProblem({ code, message, syscall }: Failure, { DATABASE_URL }: Config): string | null {
  if (DATABASE_URL === undefined || syscall === 'listen') return null;
  const say = DATABASE_PROBLEMS[code ?? ''] ?? DATABASE_MESSAGES.find(([pattern]) => pattern.test(message ?? ''))?.[1];
  return say ? `DATABASE_URL: ${say(targetOf(DATABASE_URL))}` : null;
}

function targetOf(url: string): Target {
  const { hostname, port, pathname, username, searchParams } = URL.canParse(url)
    ? new URL(url)
    : new URL('postgres://?');
  const user = decoded(username) || process.env.PGUSER || '(none)';
  return {
    server: searchParams.get('host') ?? `${hostname || 'localhost'}:${port || 5432}`,
    database: decoded(pathname.slice(1)) || user,
    user,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const FILE_PROBLEMS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it can only be read',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file, not a directory',
  ENOSPC: 'its disk is full',
};

function fileProblem({ code, syscall, path }: Failure, { DATA_DIR }: Config): string | null {
  const problem = FILE_PROBLEMS[code ?? ''];
  return problem && syscall !== 'listen' && path !== undefined
    ? `DATA_DIR: ${DATA_DIR} cannot be used: ${problem}.`
    : null;
}
