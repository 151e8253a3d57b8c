import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { TraceKind } from '../generated/prisma/client.ts';
import type { StatementCount } from './statements.ts';

/** What a mutation, an inbound event or a job is, and whose timeline tells of it. */
export interface Operation {
  kind: TraceKind;
  operation: string;
  teamId?: string;
  /** Whoever has just proven to be somebody, without a viewer yet. */
  user?: { id: string; email: string };
}

/** What holds for a piece of work and all that it awaits. */
export interface Scope {
  /** What it is done for. */
  readonly operation?: Operation | undefined;
  /** The transaction that it is in, with its connection once there is one. */
  readonly transaction?: { client?: pg.PoolClient } | undefined;
  /** Where its SQL is counted. */
  readonly count?: StatementCount | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

const NONE: Scope = {};

export const currentScope = (): Scope => scopes.getStore() ?? NONE;

/** Runs `work` in the scope around it, changed by `part`. Prisma begins when it is awaited: await it in there. */
export const inScope = <T>(part: Scope, work: () => T): T => scopes.run({ ...scopes.getStore(), ...part }, work);

/** Runs what happened to be set off in a scope, and is no part of it. */
export const outOfScope = <T>(work: () => T): T => scopes.exit(work);
