/// <reference path="../../packages/sms-providers/src/smpp/smpp.d.ts" />
import { setTimeout as sleep } from 'node:timers/promises';
import smpp, { type PDU, type Session } from 'smpp';
import { together } from 'sms-providers';
import { quantile } from './statistics.ts';

/** A seller, in a process of its own. */
export interface HubJob {
  port: number;
  username: string;
  password: string;
  binds: number;
  /** Unanswered submits on each connection. */
  window: number;
  messages: number;
  /** Submits a second over all connections; null: as many as are answered. */
  perSecond: number | null;
  /** Waits for a receipt of each message. */
  wantsReceipts: boolean;
}

export interface HubResult {
  answered: number;
  refused: number;
  /** From the first submit to the last answer, and to the last receipt. */
  seconds: number;
  secondsToReceipts: number;
  receipts: number;
  p50: number;
  p99: number;
}

const FIRST_NUMBER = 4_915_100_000_000;
const PATIENCE_MS = 60_000;

async function run(job: HubJob): Promise<HubResult> {
  const latencies: number[] = [];
  let submitted = 0;
  let refused = 0;
  let receipts = 0;
  let lastReceipt = 0;
  const sessions = await Promise.all(Array.from({ length: job.binds }, () => bind(job)));
  for (const session of sessions) {
    session.on('deliver_sm', (pdu: PDU) => {
      receipts += 1;
      lastReceipt = performance.now();
      together(session.socket);
      session.send(pdu.response());
    });
  }
  const startedAt = performance.now();
  const allowed = () =>
    job.perSecond === null ? job.messages : ((performance.now() - startedAt) / 1_000) * job.perSecond;

  const submitOne = (session: Session): Promise<void> =>
    new Promise((resolve) => {
      const begun = performance.now();
      const number = FIRST_NUMBER + submitted;
      submitted += 1;
      session.submit_sm(
        {
          ...{ source_addr: 'Bench', source_addr_ton: 5, destination_addr: String(number), dest_addr_ton: 1 },
          ...{ short_message: 'Your code is 4711.', registered_delivery: job.wantsReceipts ? 1 : 0 },
        },
        ({ command_status }) => {
          latencies.push(performance.now() - begun);
          if (command_status !== 0) refused += 1;
          resolve();
        },
      );
    });
  const submitInTurn = async (session: Session) => {
    while (submitted < job.messages) {
      if (submitted < allowed()) await submitOne(session);
      else await sleep(1);
    }
  };
  await Promise.all(sessions.flatMap((session) => Array.from({ length: job.window }, () => submitInTurn(session))));
  const seconds = (performance.now() - startedAt) / 1_000;
  if (job.wantsReceipts) {
    for (let seen = -1, since = performance.now(); receipts < job.messages - refused; await sleep(50)) {
      if (receipts > seen) [seen, since] = [receipts, performance.now()];
      if (performance.now() - since > PATIENCE_MS) break;
    }
  }
  for (const session of sessions) session.destroy();
  return {
    ...{ answered: latencies.length, refused, seconds, receipts },
    secondsToReceipts: (lastReceipt - startedAt) / 1_000,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

const bind = ({ port, username, password }: HubJob): Promise<Session> =>
  new Promise((resolve, reject) => {
    const session = smpp.connect({ host: '127.0.0.1', port, tls: false });
    session.on('error', reject);
    session.on('enquire_link', (pdu: PDU) => session.send(pdu.response()));
    session.bind_transceiver({ system_id: username, password }, ({ command_status }) =>
      command_status === 0 ? resolve(session) : reject(new Error(`The bind was refused: ${command_status}.`)),
    );
  });

process.on('message', (job: HubJob) => {
  run(job).then(
    (result) => process.send!({ result }),
    (error: unknown) => process.send!({ error: String(error) }),
  );
});
