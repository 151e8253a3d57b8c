import { type ReactNode, useMemo } from 'react';
import * as gql from '../gql/graphql.ts';
import {
  amount,
  count,
  type Found,
  Link,
  nameOf,
  percent,
  plural,
  read,
  rounded,
  soon,
  useData,
} from '../lib/index.ts';
import { general, overview as t } from '../texts/first.ts';
import { FormButton } from '../ui/controls.ts';
import { Check, CircleAlert } from '../ui/icons.ts';
import { Answer, Badge, Card, Figures, Page, Plot, When } from '../ui/parts.tsx';
import { Progress } from './campaign-progress.tsx';
import { changeOf } from './comparison.tsx';
import { OFFER } from './offer-fields.ts';
import { type Range, rangeOf } from './report-filters.tsx';

type Data = Found<gql.OverviewQuery>;

/** Seven days of the team's, with today, and the seven before. */
export function weeksOf(timeZone: string) {
  const { now, before } = rangeOf(new URLSearchParams('range=7'), timeZone);
  const within = ([dateFrom, dateTo]: Range) => ({ sent_at: { type: 'inRange', dateFrom, dateTo } });
  return { week: within(now!), before: within(before!) };
}

/** The first steps of a new team; then, how the business is. */
export function Overview() {
  const team = useData(gql.CurrencyDocument, {});
  const zone = team.data?.team.timezone;
  const variables = useMemo(() => weeksOf(zone ?? 'UTC'), [zone]);
  const found = useData(gql.OverviewDocument, variables, zone === undefined);
  if (!found.data)
    return (
      <Page title={general.overview}>
        <Answer of={zone ? found : { ...team, data: undefined }}>{() => null}</Answer>
      </Page>
    );
  return (
    <Answer of={found}>
      {(data) => {
        const steps = stepsOf(data);
        const isNew = data.campaigns.totalCount === 0 || !steps[0]![1];
        return (
          <Page
            title={general.overview}
            lead={isNew ? t.fiveSteps : t.theLast7Days}
            actions={!isNew && <Link to="/new-campaign" className="button main" text={general.newCampaign} />}
          >
            {isNew && <Checklist of={steps} />}
            {data.campaigns.totalCount > 0 && <State of={data} />}
          </Page>
        );
      }}
    </Answer>
  );
}

type Step = readonly [title: string, isDone: boolean, why: string, button: ReactNode];

function stepsOf({ routes: { nodes: routes }, contacts, offers, campaigns }: Data): Step[] {
  const route = routes.find(({ provider }) => provider) ?? routes[0];
  const to = (path: string, text: string) => <Link to={path} className="button" text={text} />;
  return [
    [
      t.connectAProvider,
      routes.some(({ provider }) => provider),
      t.itCarries,
      to('/settings?tab=providers', t.chooseAProvider),
    ],
    [
      t.nameYourSender,
      routes.some(({ senderId, provider }) => senderId && provider),
      t.whatPhonesShow,
      route ? (
        <FormButton
          key=""
          text={t.setTheSender}
          title={t.senderOfRoute(route.name)}
          document={gql.SetSenderDocument}
          given={{ id: route.id }}
          fields={[{ name: 'senderId', label: general.sender, hint: t.someCountriesAsk }]}
          button={general.save}
        />
      ) : (
        <small key="">{t.afterTheProvider}</small>
      ),
    ],
    [t.addContacts, contacts.totalCount > 0, t.aCsvOrExcel, to('/imports', general.importContacts)],
    [
      t.describeAnOffer,
      offers.totalCount > 0,
      t.thePageThatPeople,
      <FormButton key="" text={t.newOffer} document={gql.CreateOfferDocument} fields={OFFER} />,
    ],
    [t.sendACampaign, campaigns.totalCount > 0, t.youSeeWhoGets, to('/new-campaign', general.newCampaign)],
  ];
}

const Checklist = ({ of }: { of: Step[] }) => {
  const next = of.findIndex(([, isDone]) => !isDone);
  return (
    <Card title={t.ofDoneNamed(of.filter(([, isDone]) => isDone).length, of.length)}>
      <ol className="list">
        {of.map(([title, isDone, why, button], at) => (
          <li key={title} aria-current={at === next ? 'step' : undefined}>
            <span className={isDone ? 'ring done' : 'ring'}>
              {isDone ? <Check aria-label={general.done} /> : at + 1}
            </span>
            <span>
              <strong>{title}</strong>
              <small>{why}</small>
            </span>
            {!isDone && button}
          </li>
        ))}
      </ol>
    </Card>
  );
};

function State({ of: { routes, integrations, underWay, unread, week, before } }: { of: Data }) {
  const troubles = [
    ...routes.nodes
      .filter(({ lastError, pausedUntil }) => lastError || pausedUntil)
      .map(
        ({ id, name, lastError, pausedUntil }): Trouble => [
          id,
          pausedUntil ? t.routePaused(name, soon(pausedUntil)) : t.routeFailed(name),
          lastError && `${lastError.reason} ${lastError.advice}`,
          '/settings?tab=providers',
          t.open,
        ],
      ),
    ...integrations.nodes
      .filter(({ isBalanceLow }) => isBalanceLow)
      .map(
        ({ id, name, balance }): Trouble => [
          id,
          t.isLowNamed(name),
          t.isLeftNamed(amount(balance)),
          `/billing/${id}`,
          general.topUp,
        ],
      ),
  ];
  const { totals } = week;
  const figures = [
    [general.sent, totals.sent, before.totals.sent],
    [general.delivered, totals.delivered, before.totals.delivered],
    [general.clicked, totals.clicked, before.totals.clicked],
    [t.sold, totals.sales, before.totals.sales],
  ] as const;
  return (
    <>
      {troubles.length > 0 && (
        <Card title={t.needsYou}>
          <ul className="list">
            {troubles.map(([id, title, more, to, button]) => (
              <li key={id}>
                <CircleAlert aria-hidden className="mistake" />
                <span>
                  <strong>{title}</strong>
                  <small>{more}</small>
                </span>
                <Link to={to} className="button" text={button} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Figures
        of={[
          ...figures.map(([name, value, was]) => [name, count(value), changeOf(value, was)] as const),
          [t.revenue, rounded(totals.revenue), changeOf(Number(totals.revenue), Number(before.totals.revenue))],
        ]}
      />
      <div className="columns first">
        <div className="column">
          <Card title={t.goingOutNow} actions={<Link to="/campaigns" text={t.allCampaigns} />}>
            {underWay.nodes.length === 0 && <p className="muted">{t.nothingIsGoingOut}</p>}
            <ul className="list">
              {underWay.nodes.map((campaign) => (
                <GoingOut
                  key={read(gql.UnderWayFragmentDoc, campaign).id}
                  of={read(gql.UnderWayFragmentDoc, campaign)}
                />
              ))}
            </ul>
            {underWay.totalCount > underWay.nodes.length && (
              <small>{t.andMore(count(underWay.totalCount - underWay.nodes.length))}</small>
            )}
          </Card>
          <Card title={t.lastWeek}>
            <Week of={week.groups} />
          </Card>
        </div>
        <Card
          title={unread.totalCount > 0 ? plural(unread.totalCount, 'reply waits') : t.replies}
          actions={<Link to="/inbox?isUnread=true" text={general.inbox} />}
        >
          {unread.nodes.length === 0 && <p className="muted">{t.everyReplyHasBeen}</p>}
          <ul className="list">
            {unread.nodes.map(({ id, number, contact, lastText, lastActivityAt }) => (
              <li key={id}>
                <span>
                  <Link to={`/inbox/${id}`} className="title" text={nameOf(contact ?? { number })} />
                  <small>{lastText}</small>
                </span>
                <span />
                <small>
                  <When at={lastActivityAt} />
                </small>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}

type Trouble = readonly [id: string, title: string, more: ReactNode, to: string, button: string];

function GoingOut({ of }: { of: gql.UnderWayFragment }) {
  const isSms = of.__typename === 'SmsCampaign';
  const progress = isSms
    ? read(gql.SmsProgressFragmentDoc, of.smsProgress)
    : of.__typename === 'VoiceCampaign' && read(gql.VoiceProgressFragmentDoc, of.voiceProgress);
  const held = isSms && of.sends.nodes[0]?.held.nodes[0];
  const why = of.pausedAt ? (of.pauseReason ?? t.pausedByHand) : of.statusReason;
  return (
    <li>
      <span>
        <Link to={`/${isSms ? '' : 'voice-'}campaigns/${of.id}`} className="title" text={of.name} />{' '}
        {of.pausedAt && <Badge value="paused" />}
        {why && <small>{why}</small>}
        {held && progress && progress.held > 0 && (
          <small>
            {t.held(count(progress.held))} {held.statusReason}{' '}
            {held.heldUntil && general.untilNamed(soon(held.heldUntil))}
          </small>
        )}
      </span>
      <span />
      {progress && <Progress of={progress} />}
    </li>
  );
}

function Week({ of }: { of: Data['week']['groups'] }) {
  const data = useMemo(() => {
    const days = of.filter(({ bucket }) => bucket);
    const of7 = (name: 'delivered' | 'clicked' | 'sales') => days.map(({ metrics }) => metrics[name] ?? 0);
    return {
      at: days.map(({ bucket }) => Date.parse(bucket!) / 1_000),
      series: [
        { name: general.delivered, values: of7('delivered') },
        { name: general.clicked, values: of7('clicked') },
        { name: t.sold, values: of7('sales') },
      ],
    };
  }, [of]);
  if (data.at.length === 0) return <p className="muted">{t.nothingWasSent}</p>;
  const rate = (part: number, whole: number) => (whole > 0 ? percent((100 * part) / whole) : '–');
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const [delivered, clicked] = data.series.map(({ values }) => sum(values)) as [number, number];
  return (
    <>
      <Plot {...data} kind={data.at.length < 3 ? 'bars' : 'lines'} label={t.deliveredClicked} height={200} />
      <small>{t.clickedOf(rate(clicked, delivered))}</small>
    </>
  );
}
