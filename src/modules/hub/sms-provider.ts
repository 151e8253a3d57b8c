export interface SmsMessage {
  /** Ours, one per message: an operator that is given the same one again has a repeat in its hands. */
  reference: string;
  routeId: string;
  /** E.164 digits. */
  to: bigint;
  text: string;
}

/** Who takes messages to phones. */
export interface SmsProvider {
  /**
   * Hands a message over. Answers the operator's id of it, or why it will not take it. Rejecting means that it was not
   * taken this time and may be later.
   */
  send(message: SmsMessage): Promise<{ smsId: string } | { refused: string }>;
}

/** The built-in one hands over to nobody. Numbers that end in 7 are refused. */
export const simulatedSms: SmsProvider = {
  send: async ({ reference, to }) =>
    to % 10n === 7n ? { refused: 'Absent subscriber' } : { smsId: `simulated-${reference}` },
};
