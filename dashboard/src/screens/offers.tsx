import * as gql from '../gql/graphql.ts';
import { amount, count } from '../lib/index.ts';
import { Records } from '../ui/controls.ts';
import { Page, When } from '../ui/parts.tsx';
import { OFFER } from './offer-fields.ts';

export const Offers = () => (
  <Page title="Offers" lead="What a campaign sends people to, and what a sale is worth.">
    <Records
      document={gql.OffersDocument}
      noun="offer"
      nameOf={({ name }) => name}
      create={gql.CreateOfferDocument}
      update={gql.UpdateOfferDocument}
      remove={gql.DeleteOfferDocument}
      fields={OFFER}
      filters={[{ name: 'name', label: 'Name' }]}
      columns={[
        { header: 'Offer', cell: ({ name }) => <strong>{name}</strong> },
        {
          header: 'Address',
          cell: ({ url }) => (
            <a href={url} target="_blank" rel="noreferrer">
              {url.replace(/^https?:\/\//, '')}
            </a>
          ),
        },
        { header: 'Per sale', isNumber: true, cell: ({ profit }) => amount(profit) },
        { header: 'Campaigns', isNumber: true, cell: ({ smsCampaigns }) => count(smsCampaigns.totalCount) },
        { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    >
      <p>An offer is the page behind the link in your messages.</p>
    </Records>
  </Page>
);
