import { Page, Tabs } from '../../ui/parts.tsx';
import { ProfitRules } from '../routing.tsx';
import { Companies } from './companies.tsx';
import { Endpoints } from './endpoints.tsx';
import { Traffic } from './traffic.tsx';

export const Hub = () => (
  <Page title="Hub">
    <Tabs
      of={{
        traffic: ['Traffic', () => <Traffic />],
        endpoints: ['Endpoints', () => <Endpoints />],
        companies: ['Companies', () => <Companies />],
        prices: ['Prices', () => <ProfitRules />],
      }}
    />
  </Page>
);
