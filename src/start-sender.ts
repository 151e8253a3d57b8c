import { setMaxListeners } from 'node:events';
import type { Services } from './context.ts';
import { analyzeGrown } from './database/statistics.ts';
import { all } from './database/transaction.ts';
import { judgeAllAgain } from './modules/delivery/engine/judge-held.ts';
import { openEngine } from './modules/delivery/engine/open-engine.ts';
import { shareWithJobs } from './modules/delivery/engine/open-providers.ts';
import { type RunningSender, runLanes, work } from './modules/delivery/engine/run-sender.ts';
import { relay } from './modules/delivery/relay/relay.ts';
import { CALLBACKS } from './modules/hub/callbacks/callbacks.ts';
import { openCallEngine, shareCallsWithJobs } from './modules/voice/engine/open-call-engine.ts';
import { workOnCalls } from './modules/voice/engine/voice.ts';
import { openDispatcher } from './modules/webhooks/delivery/dispatcher.ts';

/** How long an event, receipt or reply may wait to be seen: a part of the second within which its first try begins. */
const WEBHOOKS_MS = 100;
const STATISTICS_MS = 1_000;
/** After a failure. */
const JUDGE_MS = 5_000;

/**
 * Sends, calls and delivers webhooks and callbacks in this process until it is stopped. Links, reports and call events lead to PUBLIC_URL, or without it to
 * `url`, the address of this server.
 */
export function startSender(services: Services, url?: string): RunningSender {
  const PUBLIC_URL = services.config.PUBLIC_URL ?? url;
  const reached = { ...services, config: { ...services.config, PUBLIC_URL } };
  const lanes = services.config.SENDING_LANES;
  const stopping = new AbortController();
  // Each batch under way listens.
  setMaxListeners(0, stopping.signal);
  const engine = openEngine(reached, stopping.signal);
  const unshare = shareWithJobs(services, engine);
  const calling = openCallEngine(reached, stopping.signal);
  const unshareCalls = shareCallsWithJobs(services, calling);
  const webhooks = openDispatcher(services);
  const callbacks = openDispatcher(services, CALLBACKS);
  let isJudged = false;
  const running = [
    runLanes(services.logger, lanes, (taken) => work(engine, taken)),
    runLanes(services.logger, lanes, (taken) => relay(engine, taken)),
    runLanes(services.logger, lanes, () => workOnCalls(calling)),
    runLanes(services.logger, 1, async () => {
      await engine.holdRoutes();
      return false;
    }),
    runLanes(
      services.logger,
      1,
      async (taken) => {
        await all([webhooks.step(taken), callbacks.step(taken)]);
        return false;
      },
      WEBHOOKS_MS,
    ),
    runLanes(
      services.logger,
      1,
      async () => {
        if (!isJudged) isJudged = await judgeAllAgain(services);
        return false;
      },
      JUDGE_MS,
    ),
    runLanes(
      services.logger,
      1,
      async () => {
        await analyzeGrown(services.db);
        return false;
      },
      STATISTICS_MS,
    ),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running.map((sender) => sender.stop()));
      await Promise.all([engine.behind.ended(), calling.behind.ended()]);
      unshare();
      unshareCalls();
      await Promise.all([engine.close(), calling.close(), webhooks.close(), callbacks.close()]);
    },
  };
}
