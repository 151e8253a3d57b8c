import type { Demo } from './demo.ts';

/** Every list and form, by its path below /app. */
export const SCREENS = [
  '/',
  '/campaigns',
  '/campaigns?tab=voice',
  '/new-campaign',
  '/new-voice-campaign',
  '/calls',
  '/inbox',
  '/contacts',
  '/segments',
  '/imports',
  '/reports',
  '/reports?by=sms_campaign_id',
  '/routing',
  '/routing?tab=profit',
  '/do-not-contact',
  '/lookups',
  '/offers',
  '/domains',
  '/keywords',
  '/tags',
  '/voice',
  '/voice?tab=numbers',
  '/voice?tab=accounts',
  '/voice?tab=after',
  '/billing',
  '/webhooks',
  '/webhooks?tab=deliveries',
  '/activity',
  '/activity?tab=traces',
  '/hub',
  '/hub?tab=endpoints',
  '/hub?tab=companies',
  '/settings',
  '/settings?tab=members',
  '/settings?tab=tokens',
  '/settings?tab=sending',
  '/settings?tab=providers',
  '/settings?tab=account',
  '/design',
];

export async function ask(
  { app, credentials }: Demo,
  query: string,
  variables: object = {},
  token = credentials.token,
): Promise<Record<string, Record<string, string>>> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query, variables });
  const answer = await fetch(app.replace('/app', '/graphql'), { method: 'POST', headers, body });
  return ((await answer.json()) as { data: Record<string, Record<string, string>> }).data;
}

type Nodes = Record<string, { nodes: readonly { id: string }[] }>;

/** Pages of the demo's records: what is shown of one of each kind, by the name of its picture. */
export async function recordScreens(demo: Demo): Promise<Record<string, string>> {
  const found = (await ask(
    demo,
    `{ sms: smsCampaigns(first: 1, filter: {status: [sent]}) { nodes { id } }
       draft: smsCampaigns(first: 1, filter: {status: [draft]}) { nodes { id } }
       voice: voiceCampaigns(first: 1, filter: {status: [running]}) { nodes { id } } contacts(first: 1) { nodes { id } }
       segments(first: 1) { nodes { id } } dataFiles(first: 1) { nodes { id } } waiting: dataFiles(last: 1) { nodes { id } }
       calls(first: 1, filter: {status: [ended], callOutcome: [interested]}) { nodes { id } }
       conversations(first: 1) { nodes { id } } integrations(last: 1) { nodes { id } } sellerEndpoints(first: 1) { nodes { id } } }`,
  )) as unknown as Nodes;
  const id = (kind: string) => found[kind]!.nodes[0]!.id;
  return {
    campaign: `/campaigns/${id('sms')}`,
    'campaign-recipients': `/campaigns/${id('sms')}?tab=recipients`,
    'campaign-dry-run': `/campaigns/${id('draft')}?tab=dry-run`,
    'campaign-edit': `/campaigns/${id('draft')}?tab=edit`,
    'voice-campaign': `/voice-campaigns/${id('voice')}`,
    contact: `/contacts/${id('contacts')}`,
    segment: `/segments/${id('segments')}`,
    'import-columns': `/imports/${id('dataFiles')}`,
    import: `/imports/${id('waiting')}`,
    call: `/calls/${id('calls')}`,
    conversation: `/inbox/${id('conversations')}`,
    balance: `/billing/${id('integrations')}`,
    'hub-endpoint': `/hub/${id('sellerEndpoints')}`,
  };
}

/** `settings-members` of `/settings?tab=members`. */
export const nameOfScreen = (path: string): string =>
  path === '/'
    ? 'overview'
    : path
        .slice(1)
        .replaceAll(/[?&](tab|by)=/g, '-')
        .replaceAll('_', '-');
