import { createApp } from '../../src/app.ts';
import { announceCampaign } from '../../src/live/announce.ts';
import { listen } from '../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

export interface LiveServer {
  app: TestApp;
  acme: TestTeam;
  /** Of the GraphQL API. */
  url: string;
  headers: Record<string, string>;
  close(): Promise<void>;
}

/** The real server on a socket, as clients meet it. */
export async function startLiveServer(): Promise<LiveServer> {
  const app = await createTestApp({ PORT: 0 });
  const acme = await createTeam(app);
  const served = createApp(app.services);
  const server = await listen(served, app.services);
  return {
    app,
    acme,
    url: `${server.url}/graphql`,
    headers: { authorization: `Bearer ${acme.token}` },
    async close() {
      served.close();
      await server.close();
      await app.close();
    },
  };
}

/** A campaign whose progress can be watched, and a change that watchers are told of. */
export async function campaignToWatch({ app, acme }: LiveServer) {
  const data = { teamId: acme.team.id, name: 'Autumn', status: 'running' as const };
  const { id } = await app.db.smsCampaign.create({ data });
  const { db } = app;
  const finish = async () => {
    await db.smsCampaign.update({ where: { teamId_id: { teamId: acme.team.id, id } }, data: { status: 'sent' } });
    await announceCampaign(app.services.db, id);
  };
  return { id, finish };
}

export const PROGRESS = 'subscription Progress($id: ID!) { campaignProgress(id: $id) { status } }';
export const NAME = 'query Name { me { teamName } }';
export const REFUSED = 'mutation { createOffer(input: { name: "A", url: "https://a.example", profit: "-1" }) { id } }';
export const UPLOAD = 'mutation Upload($file: Upload!) { uploadDataFile(file: $file) { name totalRows } }';
export const list = () => new File(['phone\n+4915112345678\n'], 'list.csv', { type: 'text/csv' });

/** The first `count` items that a source tells of. */
export function firstOf<T>(
  count: number,
  listen: (next: (item: T) => void, fail: (error: unknown) => void) => () => void,
) {
  return new Promise<T[]>((resolve, reject) => {
    const items: T[] = [];
    const stop = listen((item) => {
      items.push(item);
      if (items.length === count) {
        resolve(items);
        queueMicrotask(() => stop());
      }
    }, reject);
  });
}
