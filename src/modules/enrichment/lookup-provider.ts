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
  /** Mobile country and network code of the network that serves it; null: unknown. */
  network: { mcc: string; mnc: string } | null;
}

/** A service that knows the state of phone numbers, and charges for each one it is asked for. */
export interface LookupProvider {
  /** It asks nobody: its answers are invented, cost nothing and say so. */
  readonly isSimulated: boolean;
  /** Numbers at most per request. */
  readonly batchSize: number;
  /**
   * Answers for the numbers it knows, in any order; none at all when it may have been asked and no answer came. Rejecting means that nothing was asked and nothing is charged: the
   * same numbers are asked for once more. Aborted when the answer comes too late to be waited for.
   */
  lookup(numbers: readonly AskedNumber[], signal: AbortSignal): Promise<NumberAnswer[]>;
}
