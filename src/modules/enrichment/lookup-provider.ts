export interface AskedNumber {
  number: bigint;
  /** From 1. */
  attempt: number;
}

export interface NumberAnswer {
  number: bigint;
  isReachable: boolean;
  isPorted: boolean;
  /** Null when unknown. */
  network: { mcc: string; mnc: string } | null;
}

export interface LookupProvider {
  /** Simulated answers are free. */
  readonly isSimulated: boolean;
  readonly batchSize: number;
  /**
   * Answers for the numbers that it knows, in any order. No answers: it may have been asked. A rejection: nothing was
   * asked or charged, so the same numbers are asked for again.
   */
  lookup(numbers: readonly AskedNumber[], signal: AbortSignal): Promise<NumberAnswer[]>;
}
