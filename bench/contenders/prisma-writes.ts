import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { databaseUrl, poolSize, port, teamId } from './environment.ts';

/**
 * The writes as Prisma's manual shows them: a transaction of the callback form around the change, its audit entry and its
 * place on the timeline. Over the product's own client; no GraphQL, no authentication.
 */
const ofProduct = (file: string) => import(pathToFileURL(join(process.env.BENCH_ROOT!, file)).href);
const { openDatabase } = await ofProduct('dist/src/database/client.js');
const { uuidv7 } = await ofProduct('src/database/uuid.ts');
const { prisma } = await openDatabase({ url: databaseUrl, poolSize });

// biome-ignore lint/suspicious/noExplicitAny: the product's types are not the bench's
type Any = any;

async function recorded(tx: Any, action: string, after: Any, input: object): Promise<string> {
  const traceId = after.id.replaceAll('-', '');
  const entry = { teamId, action, targetType: action, targetId: after.id, address: '127.0.0.1', traceId, input };
  await tx.auditEntry.create({ data: { ...entry, after: JSON.parse(JSON.stringify(after, plain)) } });
  await tx.trace.create({ data: { teamId, traceId, operation: action, kind: 'mutation', ...OK } });
  return after.id;
}

const OK = { outcome: 'ok', startedAt: new Date(), durationMs: 1, statements: 1 };
const plain = (_name: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

const WRITES: Record<string, (tx: Any, values: Any[]) => Promise<string>> = {
  async e7(tx, [integrationId, cost, reason, webhookRequestId]) {
    const where = { teamId_id: { teamId, id: integrationId } };
    const key = { teamId, integrationId, webhookRequestId };
    const known = await tx.ledgerEntry.findFirst({ where: key });
    if (known) return known.id;
    const { balance } = await tx.integration.update({ where, data: { balance: { decrement: cost } } });
    if (balance.isNegative()) throw new Error('Insufficient balance');
    const data = { ...key, kind: 'charge', amount: cost, balanceAfter: balance, reason };
    return recorded(tx, 'chargeIntegration', await tx.ledgerEntry.create({ data }), { cost });
  },
  async e10(tx, [name, url, profit]) {
    return recorded(tx, 'createOffer', await tx.offer.create({ data: { teamId, name, url, profit } }), { name });
  },
  async contact(tx, [number, name]) {
    const where = { teamId_number: { teamId, number: BigInt(number) } };
    const suppressed = await tx.suppressedNumber.findUnique({ where });
    const data = { teamId, number: BigInt(number), name, unsubscribedAt: suppressed?.createdAt ?? null };
    return recorded(tx, 'createContact', await tx.contact.create({ data }), { number });
  },
  async e12(tx, [secret, message]) {
    const webhookSecretHash = createHash('sha256').update(secret).digest();
    const account = await tx.voiceAccount.findFirstOrThrow({ where: { teamId, webhookSecretHash, archivedAt: null } });
    const { type, timestamp, status: callStatus } = message;
    const externalId = message.call.id;
    const occurredAt = new Date(Number(timestamp));
    const identity = JSON.stringify([externalId, type, callStatus, timestamp]);
    const fingerprint = createHash('sha256').update(identity).digest();
    const data = {
      teamId,
      voiceAccountId: account.id,
      externalCallId: externalId,
      type,
      callStatus,
      occurredAt,
      fingerprint,
    };
    const event = { id: uuidv7() };
    const name = { teamId, voiceAccountId: account.id, fingerprint, eventId: event.id };
    const { count } = await tx.callEventName.createMany({ data: [name], skipDuplicates: true });
    if (count === 0) return 'ok';
    await tx.callEvent.create({ data: { ...data, ...event, payload: message } });
    const { callId } = await tx.callName.findUniqueOrThrow({
      where: { teamId_externalId: { teamId, externalId } },
    });
    await tx.$queryRaw`SELECT 1 FROM calls WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid FOR UPDATE`;
    const call = await tx.call.findUniqueOrThrow({ where: { teamId_id: { teamId, id: callId } } });
    const isAnswered = call.isAnswered || callStatus === 'in-progress';
    await tx.call.update({
      where: { teamId_id: { teamId, id: call.id } },
      data: {
        status: isAnswered ? 'in_progress' : 'ringing',
        isAnswered,
        isPickedUp: isAnswered,
        startedAt: call.startedAt ?? occurredAt,
        lastEventAt: occurredAt,
        eventsCount: { increment: 1 },
      },
    });
    if (isAnswered !== call.isAnswered) {
      const where = { teamId_id: { teamId, id: call.voiceCampaignId } };
      await tx.voiceCampaign.update({ where, data: { callsAnswered: { increment: 1 } } });
    }
    await tx.reportMark.create({
      data: { teamId, kind: 'call', slot: Math.floor(call.createdAt.getTime() / 900_000) },
    });
    await tx.$executeRaw`SELECT pg_notify('changes', ${`campaign:${call.voiceCampaignId}`})`;
    const settled = { status: 'processed', attempts: 1, processedAt: new Date(), callId: call.id };
    await tx.callEvent.update({ where: { teamId_id: { teamId, id: event.id } }, data: settled });
    await tx.$executeRaw`SELECT pg_notify('changes', ${`call_event:${teamId} ${event.id}`})`;
    const traceId = event.id.replaceAll('-', '');
    await tx.trace.create({ data: { teamId, traceId, operation: 'receiveCallEvent', kind: 'event', ...OK } });
    return 'ok';
  },
};

createServer(async (request, response) => {
  const write = WRITES[request.url!.slice(1)];
  if (!write) return void response.writeHead(404).end();
  const values = (await json(request)) as unknown[];
  const data = await prisma.$transaction((tx: Any) => write(tx, values));
  const body = JSON.stringify({ data });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(port, '127.0.0.1');
