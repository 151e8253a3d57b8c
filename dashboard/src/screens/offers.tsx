import * as gql from '../gql/graphql.ts';
import { amount, count } from '../lib/index.ts';
import { general, offers as t } from '../texts/first.ts';
import { Records } from '../ui/controls.ts';
import { Page, When } from '../ui/parts.tsx';
import { OFFER } from './offer-fields.ts';

export const Offers = () => (
  <Page title={general.offers} lead={t.whatACampaignSends}>
    <Records
      document={gql.OffersDocument}
      noun="offer"
      nameOf={({ name }) => name}
      create={gql.CreateOfferDocument}
      update={gql.UpdateOfferDocument}
      remove={gql.DeleteOfferDocument}
      fields={OFFER}
      filters={[{ name: 'name', label: general.name }]}
      columns={[
        { header: general.offer, cell: ({ name }) => <strong>{name}</strong> },
        {
          header: general.address,
          cell: ({ url }) => (
            <a href={url} target="_blank" rel="noreferrer">
              {url.replace(/^https?:\/\//, '')}
            </a>
          ),
        },
        { header: t.perSale, isNumber: true, cell: ({ profit }) => amount(profit) },
        { header: general.campaigns, isNumber: true, cell: ({ smsCampaigns }) => count(smsCampaigns.totalCount) },
        { header: general.created, cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    >
      <p>{t.anOffer}</p>
    </Records>
  </Page>
);
