import * as gql from '../gql/graphql.ts';
import { useChange, useData } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { campaign as t } from '../texts/more.ts';
import { Button, Message, Select } from '../ui/controls.ts';
import { X } from '../ui/icons.ts';
import { Card } from '../ui/parts.tsx';

interface OffersProps {
  id: string;
  isVoice?: boolean | undefined;
  of: readonly { id: string; name: string }[];
}

/** Where the links of a campaign lead: taken off by a click, added from the list. */
export function CampaignOffers({ id, isVoice, of }: OffersProps) {
  const attach = useChange(isVoice ? gql.AttachVoiceOffersDocument : gql.AttachOffersDocument);
  const detach = useChange(isVoice ? gql.DetachVoiceOffersDocument : gql.DetachOffersDocument);
  const all = useData(gql.OfferNamesDocument, {}).data?.offers.nodes ?? [];
  const others = all.filter((offer) => !of.some((one) => one.id === offer.id));
  const input = (offerId: string) => ({ id, input: { offerIds: [offerId] } });
  return (
    <Card title={general.offers}>
      <span className="actions">
        {of.map(({ id: offerId, name }) => (
          <span key={offerId} className="tag">
            {name}
            <Button
              text={<X aria-hidden />}
              label={general.removeNamed(name)}
              disabled={detach.busy}
              act={() => detach.change(input(offerId))}
            />
          </span>
        ))}
        {of.length === 0 && <span className="muted">{t.noOffersYet}</span>}
      </span>
      <Message text={attach.message ?? detach.message} />
      {others.length > 0 && (
        <Select
          key={of.length}
          label={t.addAnOffer}
          value=""
          none={general.choose}
          of={others}
          named="offers"
          onChange={(offerId) => offerId && void attach.change(input(offerId))}
        />
      )}
    </Card>
  );
}
