import { setTimeout as pause } from 'node:timers/promises';
import { publicLookup, refusePrivateHost } from 'outgoing-requests';
import smpp, { type PDU, type Session } from 'smpp';
import type { ProviderEnvironment } from '../provider.ts';
import type { SmppCredentials, SmppSettings } from './smpp-settings.ts';

export interface Link {
  /** The session that messages can go over now, or why there is none. */
  session(): Session | Error;
  /** Waits for an attempt in progress, if there is one. */
  settled(): Promise<unknown>;
  /** Asks whether the operator still hears this connection. Until it has answered there is no session; without an answer it is cut. */
  doubt(session: Session): void;
  close(): Promise<void>;
}

export class LinkError extends Error {
  readonly status: number | null;

  constructor(message: string, status: number | null = null, cause?: Error) {
    super(message, { cause });
    this.status = status;
  }
}

interface LinkOptions extends Pick<ProviderEnvironment, 'allowPrivate' | 'unreachable' | 'former'> {
  deliver: (session: Session, pdu: PDU) => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

export function openLink(
  settings: SmppSettings,
  credentials: SmppCredentials,
  { allowPrivate, deliver, unreachable, former }: LinkOptions,
): Link {
  const closing = new AbortController();
  let bound: Promise<Session> | null = null;
  let current: Session | null = null;
  let failures = 0;
  const doubted = new WeakSet<Session>();
  let failure: Error = new LinkError('The operator is being connected to.');

  function bind(): Promise<Session> {
    const attempt = connect();
    bound = attempt;
    attempt.then(
      (session) => {
        failures = 0;
        current = session;
        failure = new LinkError('The connection to the operator is lost.');
        session.once('close', again);
      },
      (error: Error) => {
        failure = error;
        failures += 1;
        if (failures === 1 && !closing.signal.aborted) unreachable?.(error);
        again();
      },
    );
    return attempt;

    function again(): void {
      bound = null;
      current = null;
      if (closing.signal.aborted) return;
      // Receipts need a connection even when no message waits.
      const wait = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      pause(wait, undefined, { signal: closing.signal, ref: false }).then(
        () => void (bound ?? bind()).catch(() => undefined),
        () => undefined,
      );
    }
  }

  async function connect(): Promise<Session> {
    const { host, port, tls } = settings;
    await former?.catch(() => undefined);
    if (closing.signal.aborted) throw new LinkError('The connection is closed.');
    if (!allowPrivate) refusePrivateHost(host);
    const session = smpp.connect({ host, port, tls, servername: host, ...(!allowPrivate && { lookup: publicLookup }) });
    session.setMaxListeners(0);
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => fail(new LinkError('The operator did not answer in time.')),
        settings.responseTimeoutMs,
      );
      const fail = (error: Error) => {
        clearTimeout(late);
        closing.signal.removeEventListener('abort', giveUp);
        reject(error);
        session.destroy();
      };
      const giveUp = () => fail(new LinkError('The connection is closed.'));
      closing.signal.addEventListener('abort', giveUp);
      // After a protocol error the library stops reading.
      session.on('error', (error: Error) => fail(new LinkError('The connection to the operator broke.', null, error)));
      session.on('close', () => fail(new LinkError('The operator closed the connection.')));
      session.on('enquire_link', (pdu: PDU) => session.send(pdu.response()));
      session.on('unbind', (pdu: PDU) => {
        session.send(pdu.response());
        session.close();
      });
      for (const kind of ['deliver_sm', 'data_sm']) session.on(kind, (pdu: PDU) => deliver(session, pdu));
      session.on(tls ? 'secureConnect' : 'connect', () => {
        const { systemId: system_id, password } = credentials;
        const asked = { system_id, password, system_type: settings.systemType, interface_version: 0x34 };
        session.bind_transceiver(asked, ({ command_status: status }) => {
          if (status !== 0) return fail(new LinkError('The operator refused the connection.', status));
          clearTimeout(late);
          closing.signal.removeEventListener('abort', giveUp);
          keepAlive(session);
          resolve(session);
        });
      });
    });
  }

  function doubt(session: Session): void {
    if (doubted.has(session)) return;
    doubted.add(session);
    current = null;
    const cut = () => session.destroy();
    const late = setTimeout(cut, settings.responseTimeoutMs);
    closing.signal.addEventListener('abort', cut);
    const heard = new Promise<Session>((resolve, reject) => {
      session.once('close', () => reject(failure));
      session.enquire_link(() => {
        current = session;
        resolve(session);
      });
    });
    bound = heard;
    heard
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(late);
        closing.signal.removeEventListener('abort', cut);
        doubted.delete(session);
      });
  }

  /** A dead connection may never be closed. */
  function keepAlive(session: Session): void {
    let waits = false;
    const timer = setInterval(() => {
      if (waits) return session.destroy();
      waits = true;
      session.enquire_link(() => {
        waits = false;
      });
    }, settings.enquireLinkSeconds * 1_000).unref();
    session.once('close', () => clearInterval(timer));
  }

  bind().catch(() => undefined);
  return {
    session: () => current ?? failure,
    settled: async () => bound?.catch(() => undefined),
    doubt,
    async close() {
      closing.abort();
      const session = await bound?.catch(() => null);
      if (!session) return;
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(late);
          session.destroy();
          resolve();
        };
        const late = setTimeout(end, 2_000);
        session.once('close', end);
        if (!session.unbind(() => session.close())) end();
      });
    },
  };
}
