import { createSigningSecret, signed } from 'outgoing-requests';
import { sealCredentials } from '../../src/modules/delivery/providers/settings.ts';
import type { TestApp } from './app.ts';

/** Gives the route an HTTP provider and returns its secret. */
export async function giveProvider({ db, services }: TestApp, teamId: string, routeId: string): Promise<string> {
  const secret = createSigningSecret();
  await db.route.update({
    where: { teamId_id: { teamId, id: routeId } },
    data: {
      provider: 'http',
      settings: { url: 'https://sms.example.com/send' },
      credentials: sealCredentials(services.tokenKeys, { secret }),
    },
  });
  return secret;
}

export interface PlainAnswer {
  status: number;
  location: string | null;
  body: string;
}

/** An app of this process, or another's behind its address. */
export interface Served {
  app: { fetch(request: Request): Response | Promise<Response> };
}

/** Without a token. */
export async function visit(
  { app }: Served,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = null,
  }: { method?: string; headers?: Record<string, string>; body?: string | null } = {},
): Promise<PlainAnswer> {
  const response = await app.fetch(new Request(`http://localhost${path}`, { method, headers, body }));
  return { status: response.status, location: response.headers.get('location'), body: await response.text() };
}

/** Signed with the route's secret. */
export const report = (test: TestApp, path: string, secret: string, content: unknown) => {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return visit(test, path, { method: 'POST', headers: signed(secret, 'report', body), body });
};

export const PERSON = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
};
