import type pg from 'pg';

/** What pg calls of its own connection's methods, which its types leave out. */
interface Connection {
  query(sql: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** `COPY … FROM STDIN` over pg, which knows the protocol but has no method for it. */
export function copyIn(client: pg.Client, sql: string, data: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed = false;
    client.query({
      submit: (connection: Connection) => connection.query(sql),
      handleCopyInResponse(connection: Connection) {
        connection.sendCopyFromChunk(data);
        connection.endCopyFrom();
      },
      handleCommandComplete() {},
      handleError(error: Error) {
        failed = true;
        reject(error);
      },
      handleReadyForQuery() {
        if (!failed) resolve();
      },
    } as unknown as pg.Submittable);
  });
}
