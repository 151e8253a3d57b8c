import type { Db } from '../database/transaction.ts';

/** Ids only. PostgreSQL delivers notifications at commit, duplicates once. */
export const CHANNEL = 'changes';

export const campaignTopic = (id: string) => `campaign:${id}`;
export const dataFileTopic = (id: string) => `data_file:${id}`;
export const callEventTopic = (teamId: string) => `call_event:${teamId}`;
export const callTopic = (id: string) => `call:${id}`;
export const smsTestTopic = (id: string) => `sms_test:${id}`;
export const replyTopic = (teamId: string) => `reply:${teamId}`;
export const conversationTopic = (id: string) => `conversation:${id}`;

const announce = (db: Db, topic: string) => db.rows`SELECT pg_notify(${CHANNEL}, ${topic})`;

export const announceCampaign = (db: Db, id: string) => announce(db, campaignTopic(id));

/** A notification has room for so many ids. */
const IDS = 200;

/** Of one campaign; what its messages show has changed, and so has its progress. */
export const announceMessages = (db: Db, campaignId: string, ids: readonly string[]) =>
  announceAll(
    db,
    Array.from({ length: Math.ceil(ids.length / IDS) }, (_, at) =>
      [campaignTopic(campaignId), ids.slice(at * IDS, (at + 1) * IDS).join()].join(' '),
    ),
  );

export const announceDataFile = (db: Db, id: string) => announce(db, dataFileTopic(id));

export const announceSmsTest = (db: Db, id: string) => announce(db, smsTestTopic(id));

export const announceCall = (db: Db, id: string) => announce(db, callTopic(id));

/** By team: an event's call, and so its campaign, may be unknown before. */
export const announceCallEvent = (db: Db, { id, teamId }: { id: string; teamId: string }) =>
  announce(db, `${callEventTopic(teamId)} ${id}`);

export const announceReply = (db: Db, { id, teamId }: { id: string; teamId: string }) =>
  announce(db, `${replyTopic(teamId)} ${id}`);

export const announceConversation = (db: Db, id: string) => announce(db, conversationTopic(id));

export const announceAll = (db: Db, topics: readonly string[]) =>
  db.rows`SELECT pg_notify(${CHANNEL}, t) FROM unnest(${topics}::text[]) t`;
