import type { Db } from '../database/transaction.ts';

/**
 * What can be watched is announced by the transaction that changes it, with ids alone: PostgreSQL passes it on when that
 * commits, and what was announced twice in it once.
 */
export const CHANNEL = 'changes';

export const campaignTopic = (id: string) => `campaign:${id}`;
export const dataFileTopic = (id: string) => `data_file:${id}`;
export const callEventTopic = (teamId: string) => `call_event:${teamId}`;

const announce = (db: Db, topic: string) => db.rows`SELECT pg_notify(${CHANNEL}, ${topic})`;

/** A campaign of either kind, one of its sends, messages or calls was written. */
export const announceCampaign = (db: Db, id: string) => announce(db, campaignTopic(id));

export const announceDataFile = (db: Db, id: string) => announce(db, dataFileTopic(id));

/** An event was settled: which call, and so which campaign, it is about is not known before. */
export const announceCallEvent = (db: Db, { id, teamId }: { id: string; teamId: string }) =>
  announce(db, `${callEventTopic(teamId)} ${id}`);

export const announceAll = (db: Db, topics: readonly string[]) =>
  db.rows`SELECT pg_notify(${CHANNEL}, t) FROM unnest(${topics}::text[]) t`;
