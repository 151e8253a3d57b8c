import type { Socket } from 'node:net';
import type pg from 'pg';

/** Beyond the longest statement: what a server needs to cancel it and to say so. */
const GRACE_MS = 2_000;

/**
 * A server answers or cancels every statement within `statementTimeout`. One that says nothing for longer has gone without
 * a word – a network that swallows what it is given – and TCP itself would take minutes to hours to notice.
 */
export function cutWhenSilent(client: pg.Client, statementTimeout: number): void {
  const stream = streamOf(client);
  stream.setTimeout(statementTimeout + GRACE_MS);
  stream.on('timeout', () => {
    // Between two statements a connection may be as silent as it likes.
    if (isBusy(client)) stream.destroy();
  });
}

/** For statements without a limit. The connection must not be used by others afterwards. */
export function allowSilence(client: pg.PoolClient): void {
  streamOf(client).setTimeout?.(0);
}

// The typings of pg leave out both.
const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

const isBusy = (client: pg.ClientBase): boolean =>
  ((client as unknown as { _activeQuery?: unknown })._activeQuery ?? null) !== null;
