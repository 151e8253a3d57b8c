import type { DocumentNode } from 'graphql';
import { Fragment, lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { CombinedError } from 'urql';
import { codeOf, type Fields, messageOf } from '../lib/client.ts';
import { wordsOfPath } from '../lib/field-errors.ts';
import { count, moment, since, words } from '../lib/format.ts';
import { Link, usePath, useSearch } from '../lib/router.tsx';
import { isMine } from '../lib/session.ts';
import { storeOf } from '../lib/store.ts';
import { general, ui as t } from '../texts/first.ts';
import { Button } from './dialog.tsx';
import { ArrowLeft } from './icons.ts';
import type { PlotProps } from './plot.tsx';

type Asked<T> = { data?: T | undefined; error?: CombinedError | undefined; again: () => void };

/** What a screen shows of a question: that it is asked, why it was refused, or its answer. */
type AnswerProps<T> = { of: Asked<T>; mend?: ReactNode; children: (data: T) => ReactNode };
/** `mend`: a button to where a refusal is put right. */
export const Answer = <T,>({ of, mend, children }: AnswerProps<T>) => (
  <>
    {of.error && <Refused error={of.error} again={of.again} mend={mend} />}
    {of.data ? children(of.data) : !of.error && <Loading />}
  </>
);

export const Loading = () => (
  <div className="state" role="status" aria-label={t.loading}>
    <span className="spinner" />
  </div>
);

/** `meta.segmentIds` with `The meta.segment ids field is required.` as `Segment`: `is required.` */
const saidOf = (text: string) => text.replace(/^The (selected )?[a-z][\w. ]*? (field |(?=is |has |must |cannot ))/, '');
export const Lacks = ({ of }: { of: Fields }) => (
  <Facts of={Object.entries(of).map(([path, texts]) => [wordsOfPath(path), texts.map(saidOf).join(' ')])} />
);

const REFUSALS: Record<string, readonly [title: string, hint?: string]> = {
  FORBIDDEN: [t.noPermission, t.yourRole],
  TWO_FACTOR_REQUIRED: [t.twoFactorSign, t.setItUpUnder],
  VALIDATION_FAILED: [t.somethingIsMissing, t.correctThisFirst],
  NOT_FOUND: [t.notFound, t.itMayHaveBeen],
  RATE_LIMITED: [t.tooManyRequests],
  PERSISTED_QUERY_NOT_FOUND: [t.thisPageIsOld, t.theServerHas],
};

function Refused({ error, again, mend }: { error: CombinedError; again: () => void; mend: ReactNode }) {
  const code = codeOf(error) ?? '';
  const [title = t.thisDidNotWork, hint = messageOf(error)] = REFUSALS[code] ?? [];
  return (
    <Empty title={title} role="alert">
      <p>{hint}</p>
      <Lacks of={(error.graphQLErrors[0]?.extensions.fields ?? {}) as Fields} />
      {code === 'VALIDATION_FAILED' && mend}
      {code !== 'FORBIDDEN' && <Button text={t.tryAgain} act={again} />}
    </Empty>
  );
}

type EmptyProps = { title: string; role?: 'alert'; children?: ReactNode };

export const Empty = ({ title, role, children }: EmptyProps) => (
  <div className="state" role={role}>
    <h2>{title}</h2>
    {children}
  </div>
);

const TONES = {
  good: ['running', 'in_progress', 'delivered', 'imported', 'importing', 'interested', 'owner', 'succeeded', 'enabled'],
  calm: ['sent', 'ended', 'accepted'],
  warn: ['pending', 'held', 'skipped', 'stopped', 'real', 'paused', 'retrying', 'low'],
  bad: ['failed', 'unknown', 'expired', 'dead', 'disabled', 'suppressed'],
};
const toneOf = (value: string) =>
  (Object.keys(TONES) as (keyof typeof TONES)[]).find((tone) => TONES[tone].includes(value));

type BadgeProps = { value: string; title?: string | null | undefined; tone?: keyof typeof TONES | undefined };
export const Badge = ({ value, title, tone = toneOf(value) }: BadgeProps) => (
  <span className={`badge ${tone ?? ''}`} title={title ?? undefined}>
    {words(value)}
  </span>
);

type Page<Node> = { nodes: readonly Node[]; pageInfo: { hasNextPage: boolean } };
/** Below a list that has one page and is longer. */
export const Cut = ({ of: { nodes, pageInfo } }: { of: Page<unknown> }) =>
  pageInfo.hasNextPage && <small>{t.onlyTheFirst(count(nodes.length))}</small>;

/** Of what is not deleted yet, though its deletion has begun. */
export const Deleting = ({ at }: { at: string | null }) =>
  at && <Both first={<Badge value={t.beingDeleted} tone="warn" />} more={t.deleteAgain} />;

const now = storeOf(Date.now());
setInterval(() => now.set(Date.now()), 20_000);

/** How long ago, as it passes; pointed at, the whole time with its zone. */
export function When({ at }: { at: string | null | undefined }) {
  now.use();
  if (!at) return '–';
  return (
    <time dateTime={at} title={moment(at)}>
      {since(at)}
    </time>
  );
}

/** Parts of a whole, in the order in which they are reached; each thing is in one of them. */
export const Bar = ({ of, total, label }: { of: Record<string, number>; total: number; label: string }) => (
  <div className="bar" role="img" aria-label={label}>
    {Object.entries(of).map(
      ([name, value]) =>
        value > 0 && <span key={name} className={name} style={{ width: `${(100 * value) / total}%` }} />,
    )}
  </div>
);

interface Ranked {
  id: string;
  name: string;
  now: number;
  was: number;
  text: string;
  note?: ReactNode;
}

/** Things beside each other, the longest bar the largest; the thin bar is the period before. */
export function Ranking({ of, hasBefore }: { of: readonly Ranked[]; hasBefore?: boolean }) {
  const most = Math.max(...of.flatMap(({ now, was }) => [now, was]), Number.MIN_VALUE);
  const width = (value: number) => ({ width: `${Math.max(0, (100 * value) / most)}%` });
  if (of.length === 0) return <small>{general.nothingToPlot}</small>;
  return (
    <ol className="ranking">
      {of.map(({ id, name, now, was, text, note }) => (
        <li key={id}>
          <span className="name" title={name}>
            {name}
          </span>
          <span className="bars" aria-hidden>
            <span className="now" style={width(now)} />
            {hasBefore && <span className="was" style={width(was)} />}
          </span>
          <span className="number">{text}</span>
          {note}
        </li>
      ))}
    </ol>
  );
}

/** What the colours of a bar mean, with their numbers. */
export const Legend = ({ of }: { of: readonly (readonly [tone: string, text: string, value: number])[] }) => (
  <ul className="legend">
    {of.map(([tone, text, value]) => (
      <li key={text}>
        <span className={`dot ${tone}`} />
        {text} <strong>{count(value)}</strong>
      </li>
    ))}
  </ul>
);

export const Figures = ({ of }: { of: readonly (readonly [name: string, value: ReactNode, note?: ReactNode])[] }) => (
  <dl className="figures">
    {of.map(([name, value, note]) => (
      <div className="figure" key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);

interface PageProps {
  title: string;
  /** Stands beside the title. */
  state?: ReactNode;
  /** The list that it is of: its path and name. */
  back?: readonly [path: string, name: string];
  /** What it is for, in a sentence. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, state, back, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = t.outboundNamed(title);
  }, [title]);
  return (
    <>
      {back && (
        <Link className="back" to={back[0]}>
          <ArrowLeft aria-hidden /> {back[1]}
        </Link>
      )}
      <header className="page">
        <h1>
          {title} {state}
        </h1>
        <div className="actions">{actions}</div>
      </header>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </>
  );
}

/** `of`: what it is for; who may not do that has no such card. */
type CardProps = { title: ReactNode; actions?: ReactNode; of?: DocumentNode; children: ReactNode };
export const Card = ({ title, actions, of, children }: CardProps) =>
  (!of || isMine(of)) && (
    <section className="card">
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );

/** Two things of one cell: the second says more of the first. */
export const Both = ({ first, more }: { first: ReactNode; more: ReactNode }) => (
  <>
    {first}
    <small>{more}</small>
  </>
);

export type Fact = readonly [name: string, value: ReactNode] | false | null | undefined;

/** What is known of a thing, by name. */
export const Facts = ({ of }: { of: readonly Fact[] }) => (
  <dl className="facts">
    {of.map(
      (fact) =>
        fact && (
          <Fragment key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1] ?? '–'}</dd>
          </Fragment>
        ),
    )}
  </dl>
);

export const Log = ({ entries }: { entries: readonly { id: string; text: ReactNode; createdAt: string }[] }) => (
  <ol className="log">
    {entries.length === 0 && <li className="muted">{t.nothingHappenedYet}</li>}
    {entries.map(({ id, text, createdAt }) => (
      <li key={id}>
        <When at={createdAt} />
        <span>{text}</span>
      </li>
    ))}
  </ol>
);

interface TimelineProps<Entry> {
  of: readonly Entry[];
  /** The line above each: when, and in which state. */
  head: (entry: Entry) => ReactNode;
  children?: (entry: Entry) => ReactNode;
}

export const Timeline = <Entry extends { id: string }>({ of, head, children }: TimelineProps<Entry>) => (
  <ol className="timeline">
    {of.map((entry) => (
      <li key={entry.id}>
        <header>{head(entry)}</header>
        {children?.(entry)}
      </li>
    ))}
  </ol>
);

const Canvas = lazy(() => import('./plot.tsx'));

/** Loaded when there is something to plot. */
export const Plot = (props: PlotProps) => (
  <Suspense fallback={<Loading />}>
    <Canvas {...props} />
  </Suspense>
);

/** One without a text is found by its address alone. */
export type TabsOf = Readonly<Record<string, readonly [text: string | false, view: () => ReactNode]>>;

/** Views of a page, kept in the address as `?tab=…`; the first is the one without. */
export function Tabs({ of }: { of: TabsOf }) {
  const path = usePath().join('/');
  const [search] = useSearch();
  const tabs = Object.entries(of);
  const named = tabs.filter(([, [text]]) => text);
  const [shown, [, view]] = tabs.find(([id]) => id === search.get('tab')) ?? tabs[0]!;
  return (
    <>
      <nav className="tabs" aria-label={t.views}>
        {named.map(([id, [text]], index) => (
          <Link key={id} to={`/${path}${index === 0 ? '' : `?tab=${id}`}`} isHere={id === shown} text={text} />
        ))}
      </nav>
      {view()}
    </>
  );
}
