interface LocalTime {
  date: string;
  time: string;
  offset: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function localTime(moment: Date | string, timezone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  );
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
    // `GMT+01:00`, and in UTC a bare `GMT`.
    offset: parts.timeZoneName!.slice(3) || '+00:00',
  };
}

export function formatted(moment: Date | string, timezone: string): string {
  const { date, time } = localTime(moment, timezone);
  return `${date} ${time.slice(0, 5)}`;
}

export function isoWithOffset(moment: Date | string, timezone: string): string {
  const { date, time, offset } = localTime(moment, timezone);
  return `${date}T${time}${offset}`;
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = newFormat(timezone) ?? newFormat('UTC')!;
  if (formats.size < 1_000) formats.set(timezone, format);
  return format;
}

function newFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    });
  } catch {
    return null;
  }
}
