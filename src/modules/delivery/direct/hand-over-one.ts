import type { Room, SendResult, SmsProvider } from 'sms-providers';
import type { Services } from '../../../context.ts';
import type { Route } from '../engine/engine.ts';

export type OneProvider = Pick<SmsProvider, 'capabilities' | 'ready' | 'send' | 'close'>;

/** Opens a route's provider for a job. */
export type OpenOne = (services: Services, route: Route, now: () => Date) => OneProvider;

/** `not_asked`: the person has opted out since, or, without a reason, nobody could look. */
export type DirectResult = SendResult | { status: 'not_asked'; reason: string | null };

/** For single messages: what a provider refuses for now is worth another try. */
export const isForNow = (kind: string) => kind === 'retryable' || kind === 'throttled';

/** `work` hands over one message. Before it begins, the provider has room for one. */
export async function withProvider<Result>(
  services: Services,
  open: OpenOne,
  route: Route,
  work: (provider: OneProvider) => Promise<Result>,
): Promise<Result> {
  const provider = open(services, route, () => new Date());
  let room: Room | undefined;
  try {
    room = await provider.ready?.(1);
    return await work(provider);
  } finally {
    room?.leave();
    await provider.close();
  }
}
