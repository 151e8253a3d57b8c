import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { TLSSocket } from 'node:tls';
import { type Config, ConfigError } from '../../../config.ts';
import { networkOf } from '../../../input/network.ts';
import { isWithin } from '../sellers/addresses.ts';
import { openSignIn } from '../sellers/sign-in.ts';
import { openIntake } from '../traffic/intake.ts';
import { type Certificate, openCertificate } from './certificate.ts';
import { type Hub, type HubServices, type Session, TIMING, type Timing } from './hub.ts';
import { giveUpParts } from './part-receipts.ts';
import { readProxyHeader } from './proxy-header.ts';
import { repeat } from './repeat.ts';
import { openReturns } from './returns.ts';
import { openSession } from './session.ts';
import { openTurns } from './turns.ts';
import { openRenewal, watchEndpoints } from './watch.ts';

export interface RunningHub {
  /** Null: not served. */
  port: number | null;
  tlsPort: number | null;
  /** Takes nothing new, answers what was submitted and says goodbye. */
  close(): Promise<void>;
}

const PARTS_MS = 10_000;
/** Networks from which passwords are checked at once. */
const SIGN_INS = 2;

/** Half of the connections; a team leaves one to others, and so does an endpoint of its team. */
function sharesOf({ DATABASE_POOL_SIZE }: Config) {
  const all = Math.floor(DATABASE_POOL_SIZE / 2);
  return { all, perGroup: Math.max(1, all - 1), perMember: Math.max(1, all - 2) };
}

export const servesSellers = ({ SMPP_PORT, SMPP_TLS_PORT }: Config): boolean =>
  SMPP_PORT !== undefined || SMPP_TLS_PORT !== undefined;

/** Serves sellers' SMPP connections at SMPP_HOST, on `port` and over TLS on SMPP_TLS_PORT. */
export async function openHub(
  services: HubServices,
  port = services.config.SMPP_PORT,
  timing: Timing = TIMING,
): Promise<RunningHub> {
  const { logger, config } = services;
  const intake = openIntake(services);
  const hub: Hub = {
    services,
    intake,
    timing,
    process: `${hostname()}:${process.pid}`,
    bound: new Map(),
    signIn: openSignIn(services),
    signInTurns: openTurns({ all: SIGN_INS, perGroup: 1, perMember: 1, longestWait: timing.unbound }),
    shares: openTurns({ ...sharesOf(config), longestWait: timing.response }),
  };
  const returns = openReturns(hub);
  const sessions = new Set<Session>();
  const perNetwork = new Map<string, number>();

  const certificate = await certificateOf(config);
  const arriving = new Set<Socket>();
  const servers: Server[] = [];

  async function serve(at: number, secured: (socket: Socket) => Socket): Promise<number> {
    const server = createServer((socket) => void arrive(socket, secured));
    servers.push(server);
    server.listen(at, config.SMPP_HOST);
    await once(server, 'listening');
    server.on('error', (error) => logger.warn({ err: error }, 'a connection of a seller could not be taken'));
    return (server.address() as AddressInfo).port;
  }

  async function arrive(socket: Socket, secured: (socket: Socket) => Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    if (!isWithin(config.SMPP_TRUSTED_PROXIES, peer)) return accept(socket, peer, secured);
    arriving.add(socket);
    const address = await readProxyHeader(socket, peer, timing.unbound);
    arriving.delete(socket);
    if (address === null) socket.destroy();
    else accept(socket, address, secured);
  }

  function accept(socket: Socket, from: string, secured: (socket: Socket) => Socket): void {
    const network = networkOf(from);
    const open = (perNetwork.get(network) ?? 0) + 1;
    if (open > config.SMPP_CONNECTIONS_PER_ADDRESS) return void socket.destroy();
    perNetwork.set(network, open);
    const session = openSession(hub, secured(socket), from);
    sessions.add(session);
    void session.closed.then(() => {
      sessions.delete(session);
      const left = perNetwork.get(network)! - 1;
      if (left === 0) perNetwork.delete(network);
      else perNetwork.set(network, left);
    });
  }

  const renewal = (certificate: Certificate) => () =>
    certificate.renew().catch((error: unknown) => {
      logger.warn(
        { err: error },
        'the new SMPP_TLS_CERT and SMPP_TLS_KEY cannot be used; the former certificate stays',
      );
    });

  const plainPort = port === undefined ? null : await serve(port, (socket) => socket);
  const tlsPort =
    certificate === null
      ? null
      : await serve(
          config.SMPP_TLS_PORT!,
          (socket) => new TLSSocket(socket, { isServer: true, secureContext: certificate.context }),
        );
  const loops = [
    repeat(logger, timing.check, () => watchEndpoints(hub)),
    repeat(logger, timing.renew, openRenewal(hub)),
    repeat(logger, timing.returns, () => returns.work()),
    repeat(logger, PARTS_MS, () => giveUpParts(services.db, config.HUB_PART_SECONDS)),
    ...(certificate === null ? [] : [repeat(logger, timing.certificate, renewal(certificate))]),
  ];
  logger.info({ host: config.SMPP_HOST, port: plainPort, tlsPort }, 'sellers can connect');
  return {
    port: plainPort,
    tlsPort,
    async close() {
      for (const server of servers) server.close();
      for (const socket of arriving) socket.destroy();
      returns.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([...sessions].map((session) => session.leave()));
      await returns.ended();
      await intake.close();
    },
  };
}

async function certificateOf({ SMPP_TLS_PORT, SMPP_TLS_CERT, SMPP_TLS_KEY }: Config): Promise<Certificate | null> {
  if (SMPP_TLS_PORT === undefined) return null;
  try {
    return await openCertificate({ cert: SMPP_TLS_CERT!, key: SMPP_TLS_KEY! });
  } catch (error) {
    throw new ConfigError(`SMPP_TLS_CERT and SMPP_TLS_KEY: ${(error as Error).message}`, { cause: error });
  }
}
