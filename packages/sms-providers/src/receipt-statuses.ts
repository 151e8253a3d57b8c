import type { Receipt } from './provider.ts';

type Status = Receipt['status'];

/** Beginnings of words: the standard cuts them to seven letters, and operators write others. */
const WORDS: readonly (readonly [status: Status, beginnings: readonly string[]])[] = [
  ['delivered', ['DELIVRD', 'DELIVERED', 'DLVRD', 'SUCCESS', 'HANDSETDELIV']],
  [
    'failed',
    [
      ...[
        'NOTDEL',
        'NONDEL',
        'NOTSENT',
        'UNSENT',
        'REJEC',
        'REFUS',
        'NACK',
        'DELET',
        'SKIP',
        'CANCEL',
        'BLOCK',
        'BARRED',
      ],
      ...['IMPOSSIB', 'UNREACH', 'TIMEOUT', 'TIMEDOUT'],
    ],
  ],
  ['expired', ['EXPIR']],
  ['accepted', ['MESSAGEWAITING', 'ACCEP', 'ENROUT', 'BUFF', 'QUEUE', 'SCHED', 'SENT', 'SUBMIT', 'PENDING', 'DELAY']],
  ['unknown', ['UNKN', 'UNCERTAIN']],
];

/** `SENT_FAILED`, `Submit error`, `UNKNOWN_SUBSCRIBER`. Not `NO_ERROR`, `ERROR_NONE`. */
const FAILED =
  /(?<!NO|NOT|WITHOUT)(?:FAIL|ERROR)(?!NONE|FREE)|REJECT|UNDEL|UNSUCC|^(?:UNKN[A-Z]*|INVALID)(?:SUBSCRIBER|RECIPIENT|NUMBER|DESTINATION|ADDRESS)/;

/** To a network, carrier or gateway, not to the phone. */
const ON_ITS_WAY =
  /^DELIVE?RE?DTO(?!.*(?:HANDSET|TERMINAL|DEVICE|PHONE|MOBILE|RECIPIENT|SUBSCRIBER|USER|CUSTOMER))|^SUCCESS.*SENT/;

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
  if (/^(?:DELIVERY?|READ|SEEN)$/.test(all)) return 'delivered';
  if (FAILED.test(all)) return 'failed';
  if (ON_ITS_WAY.test(all)) return 'accepted';
  // `Delivery failed`, `DeliveryImpossible`.
  const letters = all.replace(/^DELIVERY/, '');
  return WORDS.find(([, beginnings]) => beginnings.some((beginning) => letters.startsWith(beginning)))?.[0] ?? null;
}

export const isFinal = (status: Status | null): boolean =>
  status === 'delivered' || status === 'failed' || status === 'expired';
