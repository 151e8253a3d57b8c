import { fastify } from 'fastify';
import mercurius from 'mercurius';
import { createPool, port, teamId } from './environment.ts';

/** Mercurius with compiled execution and loaders written by hand: one statement per level. */
const pool = createPool();

const schema = /* GraphQL */ `
  type Query {
    smsCampaigns(first: Int!): [SmsCampaign!]!
    smsCampaign(id: ID!): SmsCampaign
  }
  type SmsCampaign {
    id: ID!
    name: String!
    status: String!
    createdAt: String!
    updatedAt: String!
    offers: [Offer!]!
    sends(first: Int!): [SmsSend!]!
  }
  type Offer { id: ID! name: String! url: String! profit: String! }
  type SmsSend {
    id: ID!
    status: String!
    nextStepAt: String
    createdAt: String!
    updatedAt: String!
    logs(first: Int!): [Log!]!
  }
  type Log { callerId: ID! callerType: String! text: String! createdAt: String! }
`;

const CAMPAIGN = 'id, name, status, created_at AS "createdAt", updated_at AS "updatedAt"';

const CAMPAIGNS = `SELECT ${CAMPAIGN} FROM sms_campaigns
  WHERE team_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $2`;

const SINGLE = `SELECT ${CAMPAIGN} FROM sms_campaigns WHERE team_id = $1 AND deleted_at IS NULL AND id = $2`;

const OFFERS = `SELECT p.n, o.* FROM unnest($2::uuid[]) WITH ORDINALITY p(id, n) CROSS JOIN LATERAL (
  SELECT o.id, o.name, o.url, o.profit FROM sms_campaign_offers j JOIN offers o ON o.team_id = j.team_id AND o.id = j.offer_id
  WHERE j.sms_campaign_id = p.id AND o.team_id = $1 AND o.deleted_at IS NULL ORDER BY j.position, o.id LIMIT 20) o`;

const SENDS = `SELECT p.n, s.* FROM unnest($2::uuid[]) WITH ORDINALITY p(id, n) CROSS JOIN LATERAL (
  SELECT id, status, next_step_at AS "nextStepAt", created_at AS "createdAt", updated_at AS "updatedAt" FROM sms_sends
  WHERE sms_campaign_id = p.id AND team_id = $1 ORDER BY created_at DESC, id DESC LIMIT $3) s`;

const LOGS = `SELECT p.n, l.* FROM unnest($2::uuid[]) WITH ORDINALITY p(id, n) CROSS JOIN LATERAL (
  SELECT caller_id AS "callerId", caller_type AS "callerType", text, created_at AS "createdAt" FROM logs
  WHERE caller_id = p.id AND caller_type = 'sms_campaign_send' AND team_id = $1
  ORDER BY created_at DESC, id DESC LIMIT $3) l`;

interface Query {
  obj: { id: string };
  params: { first?: number };
}

/** Every parent of a level asks with the same arguments here, so the first one's hold for all. */
const below = (name: string, text: string) => async (queries: Query[]) => {
  const ids = queries.map(({ obj }) => obj.id);
  const { first } = queries[0]!.params;
  const values = first === undefined ? [teamId, ids] : [teamId, ids, first];
  const { rows } = await pool.query<{ n: number }>({ name, text, values });
  const groups = queries.map((): object[] => []);
  for (const row of rows) groups[row.n - 1]!.push(row);
  return groups;
};

const app = fastify();
await app.register(mercurius, {
  schema,
  jit: 1,
  resolvers: {
    Query: {
      smsCampaigns: async (_root: unknown, { first }: { first: number }) =>
        (await pool.query({ name: 'campaigns', text: CAMPAIGNS, values: [teamId, first] })).rows,
      smsCampaign: async (_root: unknown, { id }: { id: string }) =>
        (await pool.query({ name: 'single', text: SINGLE, values: [teamId, id] })).rows[0],
    },
  },
  loaders: {
    SmsCampaign: {
      offers: { loader: below('offers', OFFERS), opts: { cache: false } },
      sends: { loader: below('sends', SENDS), opts: { cache: false } },
    },
    SmsSend: { logs: { loader: below('logs', LOGS), opts: { cache: false } } },
  },
});
await app.listen({ port, host: '127.0.0.1' });
