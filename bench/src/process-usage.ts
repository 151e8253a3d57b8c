import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second for every process that asks. */
const MILLISECONDS_PER_TICK = 10;

/** Numbers of `/proc/<pid>/stat`, behind the name in parentheses, which may hold spaces. */
function numbersOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

const [PARENT, USER, OF_ENDED] = [1, 11, 13];

/** In user and in system mode. */
const timeAt = (pid: number, field: number) => {
  const numbers = numbersOf(pid);
  return (numbers[field]! + numbers[field + 1]!) * MILLISECONDS_PER_TICK;
};

/** Milliseconds of processor time that a process has used, all of its threads together. */
export const cpuTime = (pid: number): number => timeAt(pid, USER);

/**
 * The same of PostgreSQL's processes for one database's connections, and of all that have ended, which its first process keeps. None
 * where the server is on another machine.
 */
export function databaseTime(database: string): number {
  const pids = readdirSync('/proc')
    .filter(
      (name) => /^\d+$/.test(name) && nameOf(name).startsWith('postgres:') && nameOf(name).includes(` ${database} `),
    )
    .map(Number);
  const ended = pids.length === 0 ? 0 : timeAt(numbersOf(pids[0]!)[PARENT]!, OF_ENDED);
  return pids.reduce((sum, pid) => sum + cpuTime(pid), ended);
}

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
