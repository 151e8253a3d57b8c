import * as gql from '../gql/graphql.ts';
import { count, nounOf, plural, useData } from '../lib/index.ts';
import { campaignForm as t } from '../texts/more.ts';
import type { Input } from '../ui/controls.ts';
import { Card } from '../ui/parts.tsx';

/** In the place of a segment that has every contact, where the team has none yet: it is made with the campaign. */
export const EVERYONE = 'everyone';

/** Whatever language it is made in. */
export const EVERYONE_NAME = 'Everyone';

/** The team's segment of every contact. */
export const everyoneOf = ({ segments }: gql.CampaignPartsQuery): string =>
  segments.nodes.find(({ name }) => name === EVERYONE_NAME)?.id ?? EVERYONE;

/** How many people a campaign would reach, as its audience is put together. */
export function Audience({ of, known }: { of: Input; known: gql.CampaignPartsQuery }) {
  const segmentIds: string[] = of.segmentIds ?? [];
  const isEveryone = segmentIds.includes(EVERYONE);
  const filterSegmentId: string | null = of.filterSegmentId ?? null;
  const variables = isEveryone
    ? { segmentIds: filterSegmentId ? [filterSegmentId] : [], filterSegmentId: null }
    : { segmentIds, filterSegmentId };
  const [only] = segmentIds.length === 1 && !filterSegmentId ? segmentIds : [];
  const isOne = only !== undefined && only !== EVERYONE;
  const counted = useData(
    gql.AudienceCountDocument,
    { ...variables, only: only ?? '', isOne },
    variables.segmentIds.length === 0,
  ).data;
  const reached =
    isEveryone && !filterSegmentId ? known.everyone.audienceCount : segmentIds.length > 0 ? counted?.count : 0;
  const whole = only === EVERYONE ? known.everyone.contactsCount : isOne && counted?.segment?.contacts.totalCount;
  const suppressed = typeof whole === 'number' && reached !== undefined ? whole - reached : null;
  return (
    <Card title={t.whoGets}>
      <p className="big" role="status">
        <strong>{count(reached)}</strong> {nounOf(reached ?? 0, 'contact')}
      </p>
      {suppressed !== null && suppressed > 0 && <small>{t.leftOut(plural(suppressed, 'contact'))}</small>}
      {segmentIds.length === 0 && <small>{t.chooseASegment}</small>}
      <small>{t.theReviewSays}</small>
    </Card>
  );
}
