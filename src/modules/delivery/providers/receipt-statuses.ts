import type { Receipt } from './provider.ts';

type Status = Receipt['status'];

/** Beginnings of words: the standard cuts them to seven letters, and operators write others. */
const WORDS: readonly (readonly [status: Status, beginnings: readonly string[]])[] = [
  // On its way.
  ['accepted', ['NETWORK', 'OPERATOR', 'CARRIER', 'SMSC'].map((to) => `DELIVEREDTO${to}`).concat('MESSAGEWAITING')],
  ['delivered', ['DELIVRD', 'DELIVERED', 'DLVRD', 'SUCCESS']],
  [
    'failed',
    ['UNDEL', 'NOTDEL', 'NONDEL', 'FAIL', 'REJEC', 'DELET', 'ERROR', 'SKIP', 'CANCEL', 'BLOCK', 'BARRED', 'IMPOSSIB'],
  ],
  ['expired', ['EXPIR']],
  ['accepted', ['ACCEP', 'ENROUT', 'BUFF', 'QUEUE', 'SCHED', 'SENT', 'SUBMIT', 'PENDING', 'DELAY']],
  ['unknown', ['UNKN', 'UNCERTAIN']],
];

const NUMBERED: readonly Status[] = [
  ...([
    'accepted',
    'accepted',
    'delivered',
    'expired',
    'failed',
    'failed',
    'accepted',
    'unknown',
    'failed',
    'failed',
  ] as const),
];

export function statusOf(word: string): Status | null {
  if (/^\d$/.test(word)) return NUMBERED[Number(word)] ?? null;
  const all = word.toUpperCase().replaceAll(/[^A-Z]/g, '');
  if (/^DELIVERY?$/.test(all)) return 'delivered';
  // `Delivery failed`, `DeliveryImpossible`.
  const letters = all.replace(/^DELIVERY/, '');
  return WORDS.find(([, beginnings]) => beginnings.some((beginning) => letters.startsWith(beginning)))?.[0] ?? null;
}

export const isFinal = (status: Status | null): boolean =>
  status === 'delivered' || status === 'failed' || status === 'expired';
