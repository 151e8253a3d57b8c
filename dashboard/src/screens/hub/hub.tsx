import { general } from '../../texts/first.ts';
import { hub as t } from '../../texts/more.ts';
import { Page, Tabs } from '../../ui/parts.tsx';
import { ProfitRules } from '../routing.tsx';
import { Companies } from './companies.tsx';
import { Endpoints } from './endpoints.tsx';
import { Traffic } from './traffic.tsx';

export const Hub = () => (
  <Page title={general.hub}>
    <Tabs
      of={{
        traffic: [t.traffic, () => <Traffic />],
        endpoints: [general.endpoints, () => <Endpoints />],
        companies: [t.companies, () => <Companies />],
        prices: [t.prices, () => <ProfitRules />],
      }}
    />
  </Page>
);
