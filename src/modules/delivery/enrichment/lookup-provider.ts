export interface AskedNumber {
  /** E.164 digits. */
  number: bigint;
  /** 1 for the first time this lookup asks for it. */
  attempt: number;
}

export interface NumberAnswer {
  number: bigint;
  isReachable: boolean;
  isPorted: boolean;
  /** Mobile country and network code of the network that serves it. Null when unknown. */
  network: { mcc: string; mnc: string } | null;
}

/** A service that knows the state of phone numbers and charges for each one. */
export interface LookupProvider {
  /** Whether its answers are invented. They cost nothing then, and say so. */
  readonly isSimulated: boolean;
  /** Most numbers in a request. */
  readonly batchSize: number;
  /**
   * Answers for the numbers that it knows, in any order. Answers none when it may have been asked and no answer came. A
   * rejection means that nothing was asked and nothing is charged: the same numbers are asked for again. The signal aborts
   * when the answer takes too long.
   */
  lookup(numbers: readonly AskedNumber[], signal: AbortSignal): Promise<NumberAnswer[]>;
}
