import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { openIntake } from '../traffic/intake.ts';
import { type Hub, type HubServices, type Session, TIMING, type Timing } from './hub.ts';
import { openPacer, type Pacer } from './pacer.ts';
import { giveUpParts } from './part-receipts.ts';
import { repeat } from './repeat.ts';
import { openReturns } from './returns.ts';
import { openSession } from './session.ts';
import { openTurns } from './turns.ts';
import { openRenewal, watchEndpoints } from './watch.ts';

export interface RunningHub {
  port: number;
  /** Takes nothing new, answers what was submitted and says goodbye. */
  close(): Promise<void>;
}

const PARTS_MS = 10_000;

/** Serves sellers' SMPP connections at SMPP_HOST and `port`. */
export async function openHub(services: HubServices, port: number, timing: Timing = TIMING): Promise<RunningHub> {
  const { logger, config } = services;
  const intake = openIntake(services);
  const pacers = new Map<string, Pacer>();
  const pacerOf = (endpointId: string) => {
    const known = pacers.get(endpointId) ?? openPacer();
    pacers.set(endpointId, known);
    return known;
  };
  const hub: Hub = {
    services,
    intake,
    timing,
    process: `${hostname()}:${process.pid}`,
    bound: new Map(),
    pacerOf,
    inTurn: openTurns(),
  };
  const returns = openReturns(hub);
  const sessions = new Set<Session>();
  const perAddress = new Map<string, number>();

  const server = createServer((socket) => accept(socket));

  function accept(socket: Socket): void {
    const from = socket.remoteAddress ?? '';
    const open = (perAddress.get(from) ?? 0) + 1;
    if (open > config.SMPP_CONNECTIONS_PER_ADDRESS) return void socket.destroy();
    perAddress.set(from, open);
    const session = openSession(hub, socket);
    sessions.add(session);
    void session.closed.then(() => {
      sessions.delete(session);
      const left = perAddress.get(from)! - 1;
      if (left === 0) perAddress.delete(from);
      else perAddress.set(from, left);
    });
  }

  server.listen(port, config.SMPP_HOST);
  await once(server, 'listening');
  server.on('error', (error) => logger.warn({ err: error }, 'a connection of a seller could not be taken'));
  const loops = [
    repeat(logger, timing.check, () => watchEndpoints(hub)),
    repeat(logger, timing.renew, openRenewal(hub)),
    repeat(logger, timing.returns, () => returns.work()),
    repeat(logger, PARTS_MS, () => giveUpParts(services.db, config.HUB_PART_SECONDS)),
  ];
  const address = server.address() as AddressInfo;
  logger.info({ host: address.address, port: address.port }, 'sellers can connect');
  return {
    port: address.port,
    async close() {
      server.close();
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([...sessions].map((session) => session.leave()));
      await returns.ended();
      await intake.close();
    },
  };
}
