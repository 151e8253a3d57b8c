import { channel } from 'node:diagnostics_channel';

/** What the log and the metrics of this process tell. Publish it once it is committed. */
export type ObservedEvent =
  | { is: 'messages'; status: MessageResult; count: number }
  | { is: 'call_ended'; outcome: string | null }
  | { is: 'provider_request'; kind: Kind; provider: string; result: RequestResult; seconds: number }
  | { is: 'balance_stop'; kind: Kind }
  | ({ is: 'send_began' } & SendRef)
  | ({ is: 'send_ended'; status: string; reason: string | null } & SendRef)
  | { is: 'route_down' | 'route_back'; kind: Kind; teamId: string; id: string; reason: string | null };

export type Kind = 'sms' | 'voice';
export type MessageResult = 'accepted' | 'delivered' | 'failed' | 'expired' | 'unknown';
export type RequestResult = 'accepted' | 'rejected' | 'unreachable' | 'unknown';

interface SendRef {
  kind: Kind;
  teamId: string;
  campaignId: string;
  sendId: string;
}

const events = channel('outbound');

export const publish = (event: ObservedEvent): void => events.publish(event);

/** Returns the function that ends the subscription. */
export function subscribe(to: (event: ObservedEvent) => void): () => void {
  const listener = (event: unknown) => to(event as ObservedEvent);
  events.subscribe(listener);
  return () => void events.unsubscribe(listener);
}

/** Measures a request to a provider. `resultOf` reads its answer; a failure is `unknown`. */
export async function timed<Answer>(
  request: { kind: Kind; provider: string },
  ask: () => Promise<Answer>,
  resultOf: (answer: Answer) => RequestResult,
): Promise<Answer> {
  const startedAt = performance.now();
  let result: RequestResult = 'unknown';
  try {
    const answer = await ask();
    result = resultOf(answer);
    return answer;
  } finally {
    publish({ is: 'provider_request', ...request, result, seconds: (performance.now() - startedAt) / 1_000 });
  }
}
