import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { decimal, moment } from '../lib/format.ts';
import { ui as t } from '../texts/first.ts';
import { locale } from '../texts/language.ts';
import 'uplot/dist/uPlot.min.css';

const COLORS = ['--plot-1', '--plot-2', '--plot-3', '--plot-4'];
/** What a token is in the theme shown: a canvas knows neither variables nor themes. */
function colorOf(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}

const days = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
const hours = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
/** Between ticks: from an hour to a year. */
const STEPS = [1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 2_160, 8_760].map((step) => step * 3_600);
const DAY = 86_400;
/** The day, and the hours within it. */
function tick(seconds: number, step: number): string {
  const at = new Date(seconds * 1_000);
  return step >= DAY || at.getHours() + at.getMinutes() === 0 ? days.format(at) : hours.format(at);
}

export interface PlotProps {
  /** Seconds since 1970, ascending. */
  at: number[];
  series: { name: string; values: (number | null)[]; isDashed?: boolean }[];
  kind?: 'bars' | 'lines';
  label: string;
  height?: number;
}

export default function Plot({ at, series, kind = 'lines', label, height = 240 }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current!;
    const axis = {
      stroke: colorOf(element, '--muted'),
      grid: { stroke: colorOf(element, '--line'), width: 1 },
      ticks: { stroke: colorOf(element, '--line'), width: 1 },
      font: '12px system-ui, sans-serif',
    };
    // Of days, one is an hour shorter.
    const isDaily = at.every((time, index) => index === 0 || time - at[index - 1]! >= DAY - 3_600);
    const incrs = isDaily ? STEPS.filter((step) => step >= DAY) : STEPS;
    const paths = kind === 'bars' ? UPlot.paths.bars!({ size: [0.7, 60] }) : UPlot.paths.linear!();
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height,
        padding: [12, 28, 0, 0],
        cursor: { y: false },
        scales: { y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] } },
        axes: [
          { ...axis, incrs, values: (_plot, splits, _axis, _space, step) => splits.map((at) => tick(at, step)) },
          { ...axis, size: 60 },
        ],
        series: [
          // Nothing is pointed at yet: the legend has names alone.
          { label: t.time, value: (_plot, value) => (value == null ? '' : moment(new Date(value * 1_000))) },
          ...series.map(({ name, isDashed }, index) => {
            const color = colorOf(element, COLORS[index % COLORS.length]!);
            const shade = kind === 'bars' ? color : `color-mix(in srgb, ${color} 12%, transparent)`;
            return {
              label: name,
              value: (_plot: UPlot, value: number | null) => (value == null ? '' : decimal(value)),
              stroke: color,
              width: 2,
              spanGaps: true,
              ...(isDashed && { dash: [6, 4] }),
              fill: isDashed ? 'transparent' : shade,
              points: { show: at.length < 40 && kind === 'lines' },
              paths,
            };
          }),
        ],
      },
      [at, ...series.map(({ values }) => values)] as UPlot.AlignedData,
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [at, series, kind, height]);
  return <div className="plot" ref={place} role="img" aria-label={label} />;
}
