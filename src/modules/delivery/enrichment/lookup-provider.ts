export interface AskedNumber {
  number: bigint;
  /** From 1. */
  attempt: number;
}

export interface NumberAnswer {
  number: bigint;
  isReachable: boolean;
  /** It takes calls and no messages. */
  isLandline?: boolean;
  isPorted: boolean;
  network: { mcc: string; mnc: string } | null;
}

export interface LookupProvider {
  /** Simulated answers are free. */
  readonly isSimulated: boolean;
  /** Of the team's own account, to which its provider charges it: the installation charges nothing. */
  readonly isOwn?: true;
  readonly batchSize: number;
  /**
   * In any order; none when it may have been asked. A rejection means that nothing was asked or charged. `heard` gets answers that come
   * one by one, before all are there.
   */
  lookup(
    numbers: readonly AskedNumber[],
    signal: AbortSignal,
    heard?: (answer: NumberAnswer) => void,
  ): Promise<NumberAnswer[]>;
}
