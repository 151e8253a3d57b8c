import { once } from 'node:events';
import net from 'node:net';
import smpp, { type PDU, type Session } from 'smpp';
import type { Services } from '../../../../src/context.ts';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { ENDED, type Ended, returnReceipts } from '../../../../src/modules/delivery/relay/return-receipts.ts';
import { TIMING, type Timing } from '../../../../src/modules/hub/connections/hub.ts';
import type { RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { hashPassword } from '../../../../src/modules/identity/auth/passwords.ts';
import type { TestApp } from '../../../support/app.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';

export const PASSWORD = 'secret12';
export const QUICK: Timing = {
  ...TIMING,
  ...{ check: 50, returns: 20, again: 100, certificate: 50 },
  // Longer than a busy machine takes.
  ...{ unbound: 300_000, response: 300_000 },
};

let count = 0;

/** A team with an endpoint whose messages take a route of 0.01 and a profit of 25 %. */
export async function createSeller(
  app: Pick<TestApp, 'db'>,
  data: Partial<Prisma.SellerEndpointUncheckedCreateInput> = {},
) {
  count += 1;
  const username = `smpp-${count}`;
  const { id: teamId } = await app.db.team.create({ data: { name: 'Acme' } });
  const { id: clientCompanyId } = await app.db.clientCompany.create({ data: { teamId, name: 'Northwind' } });
  const route = { teamId, name: 'Direct', provider: 'http' as const, price: '0.01' };
  const { id: defaultRouteId } = await app.db.route.create({ data: route });
  await app.db.profitRule.create({ data: { teamId, clientCompanyId, marginType: 'percentage', currentProfit: '25' } });
  const endpoint = await createSellerEndpoint(app.db, {
    ...{ teamId, clientCompanyId, defaultRouteId, username, passwordHash: await hashPassword(PASSWORD) },
    ...{ tx: 2, rx: 2, trx: 2 },
    ...data,
  });
  return { teamId, endpointId: endpoint.id, username: endpoint.username };
}

export interface Client {
  session: Session;
  status: number;
  isClosed: boolean;
  closed: Promise<unknown>;
  /** What was delivered to it. */
  delivered: PDU[];
}

type Kind = 'transmitter' | 'receiver' | 'transceiver';

const clients = new Set<Session>();

/** What it is delivered is acknowledged with `answer`; null: never. */
export async function bindTo(
  port: RunningHub['port'],
  username: string,
  {
    kind = 'transceiver',
    password = PASSWORD,
    answer = 0,
    socket,
  }: { kind?: Kind; password?: string; answer?: number | null; socket?: net.Socket } = {},
): Promise<Client> {
  const session = smpp.connect({ host: '127.0.0.1', port: port!, tls: false, ...(socket && { socket }) });
  clients.add(session);
  const ended = new Promise((resolve) => session.once('close', resolve));
  const client: Client = { session, status: -1, isClosed: false, closed: ended, delivered: [] };
  session.on('error', () => {});
  session.once('close', () => {
    client.isClosed = true;
  });
  session.on('enquire_link', (pdu: PDU) => session.send(pdu.response()));
  session.on('unbind', (pdu: PDU) => session.send(pdu.response()));
  session.on('deliver_sm', (pdu: PDU) => {
    client.delivered.push(pdu);
    if (answer !== null) session.send(pdu.response({ command_status: answer }));
  });
  const bound = ask(session, `bind_${kind}`, { system_id: username, password });
  client.status = (await Promise.race([bound, ended.then(() => null)]))?.command_status ?? -1;
  return client;
}

export const ask = (session: Session, command: string, fields: Record<string, unknown>): Promise<PDU> =>
  new Promise((resolve) => {
    session.send(new smpp.PDU(command, fields), resolve);
  });

export const submit = ({ session }: Client, fields: Record<string, unknown> = {}): Promise<PDU> =>
  ask(session, 'submit_sm', {
    ...{ source_addr: 'Acme', source_addr_ton: 5, destination_addr: '12025550123', dest_addr_ton: 1 },
    ...{ short_message: 'Hello', registered_delivery: 1, data_coding: 0 },
    ...fields,
  });

export function leaveAll(): void {
  for (const session of clients) session.destroy();
  clients.clear();
}

/** Several at once, in one packet. */
export function submitTogether(client: Client, count: number): Promise<PDU[]> {
  client.session.socket.cork();
  const answers = Promise.all(Array.from({ length: count }, () => submit(client)));
  client.session.socket.uncork();
  return answers;
}

/** A bare connection. */
export async function connectTo(port: RunningHub['port'], localAddress = '127.0.0.1'): Promise<net.Socket> {
  const socket = net.connect({ host: '127.0.0.1', port: port!, localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Once it was ended, by a reset too. */
export const gone = (socket: net.Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.resume().once('close', () => resolve());
  });

/** What follows from the end of messages whose rows a test has changed. */
export const returnReceiptsOf = ({ db }: Pick<Services, 'db'>, teamId: string, ids: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    const ended =
      await tx.rows<Ended>`SELECT ${ENDED} FROM hub_messages m WHERE m.team_id = ${teamId}::uuid AND m.id = ANY(${ids}::uuid[])`;
    await returnReceipts(tx, teamId, ended, new Date());
  });
