import { type ReactNode, useMemo, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { count, decimal, type Found, moment, nameOf, plural, useData, words } from '../lib/index.ts';
import { Select } from '../ui/controls.ts';
import { Answer, Badge, Card, Figures, Plot } from '../ui/parts.tsx';

type Run = Found<gql.DryRunQuery>['previewCampaign'];
const HOUR = 3_600;

/** Every hour from the first to the last, one series for each step. */
function perHour(hours: Run['hours']) {
  const seconds = hours.map(({ hour }) => Date.parse(hour) / 1_000);
  const first = Math.min(...seconds) - HOUR;
  const at = Array.from({ length: (Math.max(...seconds) - first) / HOUR + 2 }, (_, index) => first + index * HOUR);
  const steps = [...new Set(hours.map(({ step }) => step))].sort((a, b) => a - b);
  const series = steps.slice(0, 4).map((step) => {
    const values = at.map(() => 0);
    for (const [index, entry] of hours.entries()) {
      if (entry.step === step) values[at.indexOf(seconds[index]!)]! += entry.messages;
    }
    return { name: steps.length === 1 ? 'Messages' : `Step ${step}`, values };
  });
  return { at, series };
}

/** What the campaign would do: the engine's own rules on a clock of their own, without sending anything. */
export function DryRun({ id, children }: { id: string; children?: (isReady: boolean) => ReactNode }) {
  const [days, setDays] = useState('7');
  const preview = useData(gql.DryRunDocument, { id, days: Number(days) });
  return (
    <Card
      title="If it were started now"
      actions={<Select label="Days" value={days} of={['1', '3', '7', '14']} onChange={setDays} />}
    >
      <Answer of={preview}>
        {({ previewCampaign: run }) => (
          <>
            <Figures
              of={[
                ['Contacts', count(run.contacts)],
                ['Messages', count(run.messages.totalCount)],
                ['Skipped', count(run.kept.reduce((sum, of) => sum + (of.status === 'skipped' ? of.contacts : 0), 0))],
                ['Parts', count(run.hours.reduce((sum, { parts }) => sum + parts, 0)), partsOf(run)],
                ['Cost', decimal(run.hours.reduce((sum, { cost }) => sum + Number(cost), 0))],
                ['Still waiting', count(run.waiting), moment(run.until)],
              ]}
            />
            {run.hours.length > 0 && <Hours of={run.hours} />}
            <p>
              By {moment(run.until)} the campaign is <Badge value={run.status} /> {run.statusReason}
            </p>
            {run.isCut && <p className="mistake">These numbers are incomplete.</p>}
            {run.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            <ul className="log">
              {run.kept.map(({ rule, reason, status, contacts, until }) => (
                <li key={`${rule} ${reason} ${until}`}>
                  <span>
                    <Badge value={status} /> {plural(contacts, 'contact')}
                  </span>
                  <span>
                    {words(rule)}: {reason} {until && <small>until {moment(until)}</small>}
                  </span>
                </li>
              ))}
            </ul>
            {run.messages.nodes.length > 0 && <h3>The first messages</h3>}
            {run.messages.nodes.map(({ at, finalText, contactId, contact, smsParts }) => (
              <div key={`${contactId} ${at}`}>
                <small>
                  {moment(at)} to {contact ? nameOf(contact) : 'somebody'}, {plural(smsParts, 'part')}
                </small>
                <pre>{finalText}</pre>
              </div>
            ))}
            {children?.(!preview.stale && !preview.fetching)}
          </>
        )}
      </Answer>
    </Card>
  );
}

const partsOf = ({ partsBefore, partsAfter }: Run) =>
  partsAfter < partsBefore && `${count(partsBefore)} without smart encoding, ${count(partsAfter)} with it`;

function Hours({ of }: { of: Run['hours'] }) {
  const data = useMemo(() => perHour(of), [of]);
  const sum = of.reduce((total, { messages }) => total + messages, 0);
  return <Plot {...data} kind="bars" label={`Messages per hour, ${sum} in all`} />;
}
