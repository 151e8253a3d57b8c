import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second for every process that asks. */
const MILLISECONDS_PER_TICK = 10;

/** Milliseconds of processor time that a process has used, all of its threads together. */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; utime and stime are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
}

/** The same of PostgreSQL's processes for one database's connections; none where the server is on another machine. */
export const databaseTime = (database: string): number =>
  readdirSync('/proc')
    .filter(
      (name) => /^\d+$/.test(name) && nameOf(name).startsWith('postgres:') && nameOf(name).includes(` ${database} `),
    )
    .reduce((sum, pid) => sum + cpuTime(Number(pid)), 0);

/** Empty for one that has ended. */
function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Megabytes of memory that a process holds now. */
export const residentMemory = (pid: number): number => memory(pid, 'VmRSS');

/** The most that it ever held. */
export const peakMemory = (pid: number): number => memory(pid, 'VmHWM');

function memory(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1_024;
}
