import { type ReactNode, useMemo, useState } from 'react';
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
import { FormButton } from '../ui/controls.ts';
import { Check, CircleAlert } from '../ui/icons.ts';
import { Answer, Badge, Card, Figures, Page, Plot, When } from '../ui/parts.tsx';
import { Progress } from './campaign-progress.tsx';
import { changeOf } from './comparison.tsx';
import { OFFER } from './offer-fields.ts';

type Data = Found<gql.OverviewQuery>;

const DAY_MS = 86_400_000;
const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
const between = (from: number, to: number) => ({
  sent_at: { type: 'inRange', dateFrom: dayOf(from), dateTo: dayOf(to) },
});

/** The first steps of a new team; then, how the business is. */
export function Overview() {
  const [variables] = useState({ week: between(6, 0), before: between(13, 7) });
  const found = useData(gql.OverviewDocument, variables);
  if (!found.data)
    return (
      <Page title="Overview">
        <Answer of={found}>{() => null}</Answer>
      </Page>
    );
  return (
    <Answer of={found}>
      {(data) => {
        const steps = stepsOf(data);
        const isNew = data.campaigns.totalCount === 0 || !steps[0]![1];
        return (
          <Page
            title="Overview"
            lead={isNew ? 'Five steps to your first message.' : 'The last 7 days, compared with the 7 days before.'}
            actions={!isNew && <Link to="/new-campaign" className="button main" text="New campaign" />}
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
      'Connect a provider',
      routes.some(({ provider }) => provider),
      'It carries your messages. The simulator costs nothing and reaches nobody.',
      to('/settings?tab=providers', 'Choose a provider'),
    ],
    [
      'Name your sender',
      routes.some(({ senderId, provider }) => senderId && provider),
      'What phones show above a message: a name of up to 11 letters, or a number of yours.',
      route ? (
        <FormButton
          key=""
          text="Set the sender"
          title={`Sender of route "${route.name}"`}
          document={gql.SetSenderDocument}
          given={{ id: route.id }}
          fields={[{ name: 'senderId', label: 'Sender', hint: 'Some countries ask you to register it first.' }]}
          button="Save"
        />
      ) : (
        <small key="">After the provider.</small>
      ),
    ],
    [
      'Add contacts',
      contacts.totalCount > 0,
      'A CSV or Excel file with a column of phone numbers.',
      to('/imports', 'Import contacts'),
    ],
    [
      'Describe an offer',
      offers.totalCount > 0,
      'The page that people reach by the link, and what a sale is worth to you.',
      <FormButton key="" text="New offer" document={gql.CreateOfferDocument} fields={OFFER} />,
    ],
    [
      'Send a campaign',
      campaigns.totalCount > 0,
      'You see who gets it, when and at what cost before anything goes out.',
      to('/new-campaign', 'New campaign'),
    ],
  ];
}

const Checklist = ({ of }: { of: Step[] }) => {
  const next = of.findIndex(([, isDone]) => !isDone);
  return (
    <Card title={`${of.filter(([, isDone]) => isDone).length} of ${of.length} done`}>
      <ol className="list">
        {of.map(([title, isDone, why, button], at) => (
          <li key={title} aria-current={at === next ? 'step' : undefined}>
            <span className={isDone ? 'ring done' : 'ring'}>{isDone ? <Check aria-label="Done" /> : at + 1}</span>
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
          `Route ${name} ${pausedUntil ? `is paused until ${soon(pausedUntil)}` : 'has failed'}`,
          lastError && `${lastError.reason} ${lastError.advice}`,
          '/settings?tab=providers',
          'Open',
        ],
      ),
    ...integrations.nodes
      .filter(({ isBalanceLow }) => isBalanceLow)
      .map(
        ({ id, name, balance }): Trouble => [
          id,
          `${name} is low`,
          `${amount(balance)} is left.`,
          `/billing/${id}`,
          'Top up',
        ],
      ),
  ];
  const { totals } = week;
  const figures = [
    ['Sent', totals.sent, before.totals.sent],
    ['Delivered', totals.delivered, before.totals.delivered],
    ['Clicked', totals.clicked, before.totals.clicked],
    ['Sold', totals.sales, before.totals.sales],
  ] as const;
  return (
    <>
      {troubles.length > 0 && (
        <Card title="Needs you">
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
          ['Revenue', rounded(totals.revenue), changeOf(Number(totals.revenue), Number(before.totals.revenue))],
        ]}
      />
      <div className="columns first">
        <div className="column">
          <Card title="Going out now" actions={<Link to="/campaigns" text="All campaigns" />}>
            {underWay.nodes.length === 0 && <p className="muted">Nothing is going out.</p>}
            <ul className="list">
              {underWay.nodes.map((campaign) => (
                <GoingOut
                  key={read(gql.UnderWayFragmentDoc, campaign).id}
                  of={read(gql.UnderWayFragmentDoc, campaign)}
                />
              ))}
            </ul>
            {underWay.totalCount > underWay.nodes.length && (
              <small>and {count(underWay.totalCount - underWay.nodes.length)} more</small>
            )}
          </Card>
          <Card title="The last 7 days">
            <Week of={week.groups} />
          </Card>
        </div>
        <Card
          title={unread.totalCount > 0 ? plural(unread.totalCount, 'reply waits', 'replies wait') : 'Replies'}
          actions={<Link to="/inbox?isUnread=true" text="Inbox" />}
        >
          {unread.nodes.length === 0 && <p className="muted">Every reply has been read.</p>}
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
  const why = of.pausedAt ? (of.pauseReason ?? 'Paused by hand.') : of.statusReason;
  return (
    <li>
      <span>
        <Link to={`/${isSms ? '' : 'voice-'}campaigns/${of.id}`} className="title" text={of.name} />{' '}
        {of.pausedAt && <Badge value="paused" />}
        {why && <small>{why}</small>}
        {held && progress && progress.held > 0 && (
          <small>
            {count(progress.held)} held: {held.statusReason} {held.heldUntil && `until ${soon(held.heldUntil)}`}
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
        { name: 'Delivered', values: of7('delivered') },
        { name: 'Clicked', values: of7('clicked') },
        { name: 'Sold', values: of7('sales') },
      ],
    };
  }, [of]);
  if (data.at.length === 0) return <p className="muted">Nothing was sent.</p>;
  const rate = (part: number, whole: number) => (whole > 0 ? percent((100 * part) / whole) : '–');
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const [delivered, clicked] = data.series.map(({ values }) => sum(values)) as [number, number];
  return (
    <>
      <Plot
        {...data}
        kind={data.at.length < 3 ? 'bars' : 'lines'}
        label="Delivered, clicked and sold per day"
        height={200}
      />
      <small>{rate(clicked, delivered)} of what was delivered was clicked.</small>
    </>
  );
}
