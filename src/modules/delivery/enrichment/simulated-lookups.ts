import type { AskedNumber, LookupProvider, NumberAnswer } from './lookup-provider.ts';

const NETWORKS: Record<string, [mcc: string, mnc: string][]> = {
  '1': [
    ['310', '260'],
    ['310', '410'],
  ],
  '33': [
    ['208', '01'],
    ['208', '10'],
  ],
  '34': [
    ['214', '01'],
    ['214', '07'],
  ],
  '44': [
    ['234', '10'],
    ['234', '15'],
  ],
  '48': [
    ['260', '01'],
    ['260', '02'],
  ],
  '49': [
    ['262', '01'],
    ['262', '02'],
  ],
};

/** Numbers ending in 7 are never reachable, in 8 only on a retry. Every fourth was ported. */
export const simulatedLookups: LookupProvider = {
  isSimulated: true,
  batchSize: 200,
  lookup: async (numbers) => numbers.map(answer),
};

function answer({ number, attempt }: AskedNumber): NumberAnswer {
  const last = number % 10n;
  const isReachable = last === 8n ? attempt > 1 : last !== 7n;
  const digits = String(number);
  const networks = NETWORKS[digits.slice(0, 2)] ?? NETWORKS[digits.slice(0, 1)] ?? [];
  const [mcc, mnc] = networks[Number(number % BigInt(networks.length || 1))] ?? [];
  return {
    number,
    isReachable,
    isPorted: number % 4n === 0n,
    network: isReachable && mcc && mnc ? { mcc, mnc } : null,
  };
}
