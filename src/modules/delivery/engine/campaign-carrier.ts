import type { Carrier } from './carrier.ts';
import type { Engine, SendKey } from './engine.ts';
import { notToAskOf } from './provider-calls.ts';
import { settle } from './settle.ts';

export const campaignCarrier = (engine: Engine, { teamId, sendId, campaignId }: SendKey): Carrier => {
  const send = { teamId, sendId, campaignId };
  return {
    teamId,
    sendId,
    notToAsk: (tx, messages, claimedAt) => notToAskOf(tx, engine.now(), send, messages, claimedAt),
    settle: (batch, route, answered, isLast) => settle(engine, send, batch, route, answered, isLast),
  };
};
