import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { word } from '../lib/format.ts';
import { ui as t } from '../texts/first.ts';
import { DAYS, type Day, type Hours, type WeekHours } from './week-hours.ts';

type Cell = readonly [day: number, hour: number];

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
const hourOf = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60;
/** The first hour of a day's window, and the one after its last, which may be of the next day. */
const cellsOf = ({ start, end }: Hours): Cell => {
  const until = Math.ceil(hourOf(end));
  return [Math.floor(hourOf(start)), hourOf(end) <= hourOf(start) ? until + 24 : until];
};
const hoursOf = (from: number, until: number, before?: Hours): Hours | undefined => {
  if (from >= until) return undefined;
  const [start, end] = before ? cellsOf(before) : [];
  return { start: start === from ? before!.start : clock(from), end: end === until ? before!.end : clock(until) };
};
/** With an hour more next to the window, or without that hour and those beyond it. */
function toggled(hours: Hours | undefined, hour: number): Hours | undefined {
  if (!hours) return hoursOf(hour, hour + 1);
  const [from, until] = cellsOf(hours);
  if (hour < from || hour >= until) return hoursOf(Math.min(from, hour), Math.max(until, hour + 1), hours);
  return hour - from < until - hour - 1 ? hoursOf(hour + 1, until, hours) : hoursOf(from, hour, hours);
}
const MOVES: Record<string, Cell> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const within = (value: number, last: number) => Math.max(0, Math.min(last, value));

interface WeekProps {
  name: string;
  labelledBy: string;
  /** JSON of the hours shown at first. */
  first: string;
  onChange: () => void;
}

/** Days by hours. A press adds or takes away hours, a drag sets days at once; keys do both; the day's times below are exact. */
export default function Week({ name, labelledBy, first, onChange }: WeekProps) {
  const [text, setText] = useState(first);
  const [[day, hour], setAt] = useState<Cell>([0, 9]);
  const anchor = useRef<Cell>(null);
  const table = useRef<HTMLTableElement>(null);
  const week = JSON.parse(text || '{}') as WeekHours;
  const chosen = DAYS[day]!;
  const change = (changed: { [Name in Day]?: Hours | undefined }) => {
    setText(JSON.stringify({ ...week, ...changed }));
    onChange();
  };
  const block = ([otherDay, otherHour]: Cell) => {
    const [fromDay, fromHour] = anchor.current!;
    const days = DAYS.slice(Math.min(fromDay, otherDay), Math.max(fromDay, otherDay) + 1);
    const hours = hoursOf(Math.min(fromHour, otherHour), Math.max(fromHour, otherHour) + 1);
    change(Object.fromEntries(days.map((one) => [one, hours])));
  };
  const press = (cell: Cell) => change({ [DAYS[cell[0]]!]: toggled(week[DAYS[cell[0]]!], cell[1]) });
  useEffect(() => {
    const drop = () => {
      anchor.current = null;
    };
    addEventListener('pointerup', drop);
    return () => removeEventListener('pointerup', drop);
  }, []);
  function onKeyDown(event: KeyboardEvent) {
    const move = MOVES[event.key];
    if (event.key === ' ' || event.key === 'Enter') press([day, hour]);
    else if (!move) return;
    else {
      const to: Cell = [within(day + move[0], 6), within(hour + move[1], 23)];
      if (event.shiftKey) {
        anchor.current ??= [day, hour];
        block(to);
      } else anchor.current = null;
      setAt(to);
      table.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus();
    }
    event.preventDefault();
  }
  const isOpen = (at: number, hour: number) => {
    const [today, dayBefore] = [week[DAYS[at]!], week[DAYS[(at + 6) % 7]!]];
    const [from, until] = today ? cellsOf(today) : [24, 24];
    return (hour >= from && hour < until) || (dayBefore !== undefined && hour < cellsOf(dayBefore)[1] - 24);
  };
  const time = (label: string, part: keyof Hours, other: Hours) => (
    <input
      type="time"
      aria-label={`${word(chosen)} ${label}`}
      value={week[chosen]?.[part] ?? ''}
      onChange={({ target: { value } }) => change({ [chosen]: value ? { ...other, [part]: value } : undefined })}
    />
  );
  const known = week[chosen] ?? { start: '00:00', end: '00:00' };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an interactive table is a grid (ARIA) */}
      <table ref={table} className="week" role="grid" aria-labelledby={labelledBy} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <td />
            {[0, 6, 12, 18].map((at) => (
              <th key={at} scope="col" colSpan={6}>
                {clock(at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((name, at) => (
            <tr key={name}>
              <th scope="row">{word(name)}</th>
              {HOURS.map((one) => (
                <td
                  key={one}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: and its cells are grid cells
                  role="gridcell"
                  data-at={`${at},${one}`}
                  tabIndex={at === day && one === hour ? 0 : -1}
                  aria-label={`${word(name)} ${clock(one)}`}
                  aria-selected={isOpen(at, one)}
                  onPointerDown={() => {
                    anchor.current = [at, one];
                    setAt([at, one]);
                    press([at, one]);
                  }}
                  onPointerEnter={({ buttons }) => buttons === 1 && anchor.current && block([at, one])}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <span className="span">
        <strong>{word(chosen)}</strong>
        {time(t.from, 'start', known)}–{time(t.until, 'end', known)}
      </span>
      <input type="hidden" name={name} value={text} />
    </>
  );
}
