import type pg from 'pg';
import pino from 'pino';
import type { SmsProvider } from 'sms-providers';
import type { Chance } from '../../../../src/chance.ts';
import type { Db } from '../../../../src/database/transaction.ts';
import type { Engine, Route } from '../../../../src/modules/delivery/engine/engine.ts';
import { relay } from '../../../../src/modules/delivery/relay/relay.ts';
import type { Hub, Session } from '../../../../src/modules/hub/connections/hub.ts';
import { TIMING } from '../../../../src/modules/hub/connections/hub.ts';
import { openReturns } from '../../../../src/modules/hub/connections/returns.ts';
import { type Answered, takeSubmit } from '../../../../src/modules/hub/connections/take-submit.ts';
import { openTurns } from '../../../../src/modules/hub/connections/turns.ts';
import type { Received } from '../../../../src/modules/hub/connections/wire.ts';
import { openIntake } from '../../../../src/modules/hub/traffic/intake.ts';
import type { EndpointKey, Intake } from '../../../../src/modules/hub/traffic/submission.ts';
import type { TestApp } from '../../app.ts';
import { dbOver } from '../../database.ts';
import { type Faults, faultyPool, Killed, type Watching } from '../faults.ts';

const LOG = pino({ level: 'silent' });
export const UNWATCHED: Watching = { committed() {}, afterClaim: async () => {} };

export interface HubProcess {
  life: { isDead: boolean };
  db: Db;
  intake: Intake;
  submit(key: EndpointKey, pdu: Received): Promise<Answered>;
  /** Hands what is due to the clients of these endpoints that are connected to it. */
  giveBack(endpoints: readonly EndpointKey[], ask: (key: EndpointKey) => Session['ask']): Promise<void>;
}

/** A process that takes submits and gives receipts back. Its connections are cut, and it is killed. */
export function openHubProcess(
  { services }: Pick<TestApp, 'services'>,
  pool: pg.Pool,
  chance: Chance,
  faults: Faults,
): HubProcess {
  const life = { isDead: false };
  const db = dbOver({ services }, mortalPool(faultyPool(pool, chance, faults, UNWATCHED), chance, life));
  // The embedded database’s clock is the simulation’s, where a part may be repeated for many minutes.
  const config = { ...services.config, HUB_PART_SECONDS: 86_400 };
  const own = { ...services, config, db, logger: LOG };
  const bound = new Map<string, Session>();
  const returns = openReturns({ services: own, bound, timing: TIMING } as unknown as Hub);
  const intake = openIntake(own);
  const shares = openTurns({ all: 5, perGroup: 4, perMember: 3, longestWait: 30_000 });
  return {
    life,
    db,
    intake,
    submit: (key, pdu) => takeSubmit({ services: own, intake, shares }, key, pdu),
    async giveBack(endpoints, ask) {
      bound.clear();
      for (const key of endpoints) {
        bound.set(key.endpointId, { bound: { ...key, kind: 'transceiver' }, ask: ask(key) } as unknown as Session);
      }
      await returns.work();
      await returns.ended();
    },
  };
}

/** A failed statement is a connection that was cut, as pg tells of it, or the end of the process. */
function mortalPool(pool: pg.Pool, chance: Chance, life: HubProcess['life']): pg.Pool {
  const cut = (why: string) => Object.assign(new Killed(why), { code: '57P01' });
  const guarded =
    (run: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      if (args[0] === 'ROLLBACK') return run(...args);
      if (life.isDead) throw cut('a process that is dead');
      try {
        return await run(...args);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        life.isDead ||= chance.happens(0.3);
        throw cut(error.message);
      }
    };
  return {
    query: guarded((...args) => pool.query(...(args as [string]))),
    async connect() {
      if (life.isDead) throw cut('a process that is dead');
      const client = await pool.connect();
      return {
        query: guarded((...args) => client.query(...(args as [string]))),
        release: (broken?: boolean) => client.release(broken),
      };
    },
  } as unknown as pg.Pool;
}

export interface Worker {
  work(): Promise<boolean>;
  /** Ends a hang whose time is over. */
  thaw(now: number): void;
  /** What went wrong while nobody waited. */
  errors: unknown[];
}

interface WorkerParts {
  clock: () => Date;
  pool: pg.Pool;
  faults: Faults;
  watching: Watching;
  chance: Chance;
  /** Of a transaction or an answer. */
  hangs: () => boolean;
  providerOf(route: Pick<Route, 'id'>): SmsProvider;
}

const HANGS_MS = 150_000;

/** A process that hands messages over. It dies at any statement, or hangs for longer than its leases and continues then. */
export function openWorker({ services }: Pick<TestApp, 'services'>, parts: WorkerParts): Worker {
  const { clock, chance, faults, watching, hangs } = parts;
  let frozen: { until: number; ended: Promise<void>; end(): void } | null = null;
  let current: Promise<boolean> | null = null;
  let tellFrozen = () => {};
  const errors: unknown[] = [];

  async function mayHang(): Promise<void> {
    if (!frozen && hangs()) {
      let end = () => {};
      const ended = new Promise<void>((resolve) => (end = resolve));
      frozen = { until: clock().getTime() + HANGS_MS, ended, end };
      tellFrozen();
    }
    await frozen?.ended;
  }

  const hanging = {
    async query(...args: unknown[]) {
      await mayHang();
      return parts.pool.query(...(args as [string]));
    },
    async connect() {
      await mayHang();
      return parts.pool.connect();
    },
  } as unknown as pg.Pool;
  const providers = new Map<string, SmsProvider>();
  function providerOf(route: Route): SmsProvider {
    const remote = parts.providerOf(route);
    const own = providers.get(route.id) ?? {
      ...remote,
      async send(messages) {
        const answer = await remote.send(messages);
        await mayHang();
        return answer;
      },
    };
    providers.set(route.id, own);
    return own;
  }
  const engine: Engine = {
    db: dbOver({ services }, faultyPool(hanging, chance, faults, watching)),
    logger: LOG,
    linkBase: 'https://sms.example.com',
    lookupsOf: async () => null,
    preChecks: null,
    now: clock,
    providerOf,
  };

  function begin(): Promise<boolean> {
    const run = relay(engine).finally(() => {
      current = null;
    });
    run.catch((error: unknown) => {
      if (!(error instanceof Killed)) errors.push(error);
    });
    return run;
  }

  return {
    errors,
    work() {
      if (frozen) return Promise.resolve(false);
      const hang = new Promise<boolean>((resolve) => (tellFrozen = () => resolve(false)));
      current ??= begin();
      return Promise.race([current, hang]);
    },
    thaw(now) {
      if (!frozen || frozen.until > now) return;
      const { end } = frozen;
      frozen = null;
      end();
    },
  };
}
