import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Provider } from 'urql';
import * as gql from './gql/graphql.ts';
import { clientFor, useData } from './lib/client.ts';
import { setCurrency, setFieldNames, setZone } from './lib/format.ts';
import { usePath } from './lib/router.tsx';
import { session } from './lib/session.ts';
import { Overview } from './screens/overview.tsx';
import { SignIn, SignInAgain } from './screens/sign-in.tsx';
import { ui as t } from './texts/first.ts';
import { Button } from './ui/dialog.tsx';
import { Layout } from './ui/layout.tsx';
import { Empty, Loading } from './ui/parts.tsx';

type Screen = ComponentType<{ id: string }>;
const loads: (() => Promise<unknown>)[] = [];
function screen<Name extends string>(load: () => Promise<Record<Name, Screen>>, name: Name) {
  loads.push(load);
  return lazy(async () => ({ default: (await load())[name] }));
}
/** One after the other while nothing else happens, so that no change of the screen waits for code. */
export async function loadOthers(): Promise<void> {
  for (const load of loads) {
    await new Promise((then) => setTimeout(then, 50));
    await load().catch(() => undefined);
  }
}

/** By the path's first part, and by the same with an id behind it. What is not the first screen is loaded when it is opened. */
const LISTS: Record<string, Screen> = {
  '': Overview,
  campaigns: screen(() => import('./screens/campaigns.tsx'), 'Campaigns'),
  'new-campaign': screen(() => import('./screens/campaign-form.tsx'), 'NewCampaign'),
  'new-voice-campaign': screen(() => import('./screens/campaign-form.tsx'), 'NewVoiceCampaign'),
  contacts: screen(() => import('./screens/contacts.tsx'), 'Contacts'),
  segments: screen(() => import('./screens/segments.tsx'), 'Segments'),
  imports: screen(() => import('./screens/imports.tsx'), 'Imports'),
  reports: screen(() => import('./screens/reports.tsx'), 'Reports'),
  calls: screen(() => import('./screens/calls.tsx'), 'Calls'),
  inbox: screen(() => import('./screens/inbox.tsx'), 'Inbox'),
  routing: screen(() => import('./screens/routing.tsx'), 'Routing'),
  'do-not-contact': screen(() => import('./screens/suppressed.tsx'), 'Suppressed'),
  lookups: screen(() => import('./screens/suppressed.tsx'), 'Lookups'),
  offers: screen(() => import('./screens/offers.tsx'), 'Offers'),
  domains: screen(() => import('./screens/content.tsx'), 'Domains'),
  keywords: screen(() => import('./screens/content.tsx'), 'Keywords'),
  tags: screen(() => import('./screens/content.tsx'), 'TagsPage'),
  voice: screen(() => import('./screens/voice.tsx'), 'Voice'),
  billing: screen(() => import('./screens/billing.tsx'), 'Billing'),
  webhooks: screen(() => import('./screens/webhooks.tsx'), 'Webhooks'),
  activity: screen(() => import('./screens/activity.tsx'), 'Activity'),
  design: screen(() => import('./screens/design.tsx'), 'Design'),
  hub: screen(() => import('./screens/hub/hub.tsx'), 'Hub'),
  settings: screen(() => import('./screens/settings.tsx'), 'Settings'),
};
const RECORDS: Record<string, Screen> = {
  campaigns: screen(() => import('./screens/campaign.tsx'), 'CampaignPage'),
  'voice-campaigns': screen(() => import('./screens/campaign.tsx'), 'VoiceCampaignPage'),
  contacts: screen(() => import('./screens/contacts.tsx'), 'ContactPage'),
  segments: screen(() => import('./screens/segments.tsx'), 'SegmentPage'),
  imports: screen(() => import('./screens/imports.tsx'), 'ImportPage'),
  calls: screen(() => import('./screens/calls.tsx'), 'CallPage'),
  inbox: screen(() => import('./screens/inbox.tsx'), 'ConversationPage'),
  billing: screen(() => import('./screens/billing.tsx'), 'BalancePage'),
  hub: screen(() => import('./screens/hub/endpoints.tsx'), 'EndpointPage'),
};
// The first key after Ctrl-K is typed into it.
loads.push(() => import('./ui/finder.tsx'));

const client = clientFor();

export function App() {
  const [path = '', id = ''] = usePath();
  const Shown = (id ? RECORDS : LISTS)[path];
  return (
    <Provider value={client}>
      {session ? (
        <Layout session={session}>
          <Caught key={`${path}/${id}`}>
            <Suspense fallback={<Loading />}>
              {Shown ? <InCurrency of={Shown} id={id} key={id} /> : <Empty title={t.thereIsNoSuch} />}
            </Suspense>
          </Caught>
          <SignInAgain />
        </Layout>
      ) : (
        <SignIn />
      )}
    </Provider>
  );
}

/** The team's currency and its names of custom fields become known while the screen loads. */
function InCurrency({ of: Shown, id }: { of: Screen; id: string }) {
  const { currency = null, customFieldNames = [], timezone } = useData(gql.CurrencyDocument, {}).data?.team ?? {};
  setCurrency(currency);
  setFieldNames(customFieldNames);
  setZone(timezone);
  return <Shown id={id} />;
}

/** A screen that breaks leaves the others; most likely its file is of a version that the server no longer has. */
class Caught extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Empty title={t.thisPageDoes}>
        <p>{t.thereMay}</p>
        <Button text={t.loadItAgain} act={() => location.reload()} />
      </Empty>
    );
  }
}
