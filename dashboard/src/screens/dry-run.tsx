import { useMemo, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { amount, count, type Found, moment, nameOf, plural, soon, useData, words } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { dryRun as t } from '../texts/more.ts';
import { Select } from '../ui/controls.ts';
import { Answer, Badge, Card, Figures, Plot } from '../ui/parts.tsx';

export type Run = Found<gql.DryRunQuery>['previewSmsCampaign'];
export type VoiceRun = Found<gql.VoiceDryRunQuery>['previewVoiceCampaign'];
const HOUR = 3_600;

interface Hour {
  hour: string;
  step: number;
  amount: number;
}

/** Every hour from the first to the last, one series for each step. */
function perHour(hours: readonly Hour[], what: string) {
  const seconds = hours.map(({ hour }) => Date.parse(hour) / 1_000);
  const first = Math.min(...seconds) - HOUR;
  const at = Array.from({ length: (Math.max(...seconds) - first) / HOUR + 2 }, (_, index) => first + index * HOUR);
  const steps = [...new Set(hours.map(({ step }) => step))].sort((a, b) => a - b);
  const series = steps.slice(0, 4).map((step) => {
    const values = at.map(() => 0);
    for (const [index, entry] of hours.entries()) {
      if (entry.step === step) values[at.indexOf(seconds[index]!)]! += entry.amount;
    }
    return { name: steps.length === 1 ? what : general.stepNamed(step), values };
  });
  return { at, series };
}

export const costOf = ({ hours }: Run) => hours.reduce((sum, { cost }) => sum + Number(cost), 0);
export const partsOf = ({ hours }: Run) => hours.reduce((sum, { parts }) => sum + parts, 0);
export const keptOf = ({ kept }: { kept: readonly { status: string; contacts: number }[] }, status: string) =>
  kept.reduce((sum, of) => sum + (of.status === status ? of.contacts : 0), 0);

/** What the campaign would do: the engine's own rules on a clock of their own, without sending anything. */
export function DryRun({ id }: { id: string }) {
  const [days, setDays] = useState('7');
  const preview = useData(gql.DryRunDocument, { id, days: Number(days) });
  return (
    <Card
      title={t.ifItWereStarted}
      actions={<Select label={general.days} value={days} of={['1', '3', '7', '14']} onChange={setDays} />}
    >
      <Answer of={preview}>
        {({ previewSmsCampaign: run }) => (
          <>
            <Figures
              of={[
                [general.contacts, count(run.contacts)],
                [general.messages, count(run.messages.totalCount)],
                [general.skipped, count(keptOf(run, 'skipped'))],
                [general.parts, count(partsOf(run)), savedOf(run)],
                [general.cost, amount(costOf(run))],
                [t.stillWaiting, count(run.waiting), moment(run.until)],
              ]}
            />
            {run.hours.length > 0 && (
              <Hours
                of={run.hours.map(({ hour, step, messages }) => ({ hour, step, amount: messages }))}
                what={general.messages}
              />
            )}
            <Ending of={run} />
            <Kept of={run.kept} />
            <FirstTexts of={run} />
          </>
        )}
      </Answer>
    </Card>
  );
}

export function VoiceDryRun({ id }: { id: string }) {
  const [days, setDays] = useState('7');
  const preview = useData(gql.VoiceDryRunDocument, { id, days: Number(days) });
  return (
    <Card
      title={t.ifItWereStarted}
      actions={<Select label={general.days} value={days} of={['1', '3', '7', '14']} onChange={setDays} />}
    >
      <Answer of={preview}>
        {({ previewVoiceCampaign: run }) => (
          <>
            <Figures
              of={[
                [general.contacts, count(run.contacts)],
                [general.calls, count(run.calls.totalCount), t.each(plural(run.callSeconds, 'second'))],
                [general.skipped, count(keptOf(run, 'skipped'))],
                [general.cost, amount(run.estimatedCost)],
                [t.stillWaiting, count(run.waiting), moment(run.until)],
              ]}
            />
            {run.hours.length > 0 && (
              <Hours of={run.hours.map(({ hour, calls }) => ({ hour, step: 1, amount: calls }))} what={general.calls} />
            )}
            <Ending of={run} />
            <Kept of={run.kept} />
          </>
        )}
      </Answer>
    </Card>
  );
}

const Ending = ({ of: run }: { of: Pick<VoiceRun, 'until' | 'status' | 'statusReason' | 'isCut' | 'notes'> }) => (
  <>
    <p>
      {t.byThen(moment(run.until))} <Badge value={run.status} /> {run.statusReason}
    </p>
    <Notes of={run} />
  </>
);

export const Notes = ({ of: { isCut, notes } }: { of: Pick<VoiceRun, 'isCut' | 'notes'> }) => (
  <>
    {isCut && <p className="mistake">{t.theseNumbers}</p>}
    {notes.map((note) => (
      <small key={note}>{note}</small>
    ))}
  </>
);

const savedOf = ({ partsBefore, partsAfter }: Run) =>
  partsAfter < partsBefore && t.withoutSmart(count(partsBefore), count(partsAfter));

/** Who is held or left out, and by which rule. */
export const Kept = ({ of }: { of: Run['kept'] | VoiceRun['kept'] }) => (
  <ul className="log">
    {of.map(({ rule, reason, status, contacts, until }) => (
      <li key={`${rule} ${reason} ${until}`}>
        <span>
          <Badge value={status} /> {plural(contacts, 'contact')}
        </span>
        <span>
          {words(rule)}: {reason} {until && <small>{general.untilNamed(soon(until))}</small>}
        </span>
      </li>
    ))}
  </ul>
);

export const FirstTexts = ({ of: { messages } }: { of: Run }) =>
  messages.nodes.length > 0 && (
    <>
      <h3>{t.theFirstMessages}</h3>
      <ol className="chat">
        {messages.nodes.map(({ at, finalText, contactId, contact, smsParts }) => (
          <li key={`${contactId} ${at}`}>
            {finalText}
            <small>
              {contact ? nameOf(contact) : t.somebody}, {soon(at)}, {plural(smsParts, 'part')}
            </small>
          </li>
        ))}
      </ol>
    </>
  );

function Hours({ of, what }: { of: readonly Hour[]; what: string }) {
  const key = JSON.stringify(of);
  const data = useMemo(() => perHour(JSON.parse(key), what), [key, what]);
  const sum = of.reduce((total, entry) => total + entry.amount, 0);
  return <Plot {...data} kind="bars" label={t.perHourInAll(what, sum)} />;
}
