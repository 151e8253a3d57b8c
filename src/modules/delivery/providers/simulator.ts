import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isSigned, openPoster, signed } from 'outgoing-requests';
import {
  type OutgoingSms,
  type ProviderEnvironment,
  readInbound,
  rejected,
  type SendResult,
  type SmsProvider,
} from 'sms-providers';
import { chanceFrom } from '../../../chance.ts';
import type { Credentials, Settings } from './settings.ts';

const PERSON =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const MACHINE = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';

const SAYINGS = [
  'Is this still available?',
  'Please call me.',
  'YES',
  'How much is shipping?',
  'Who is this?',
  'Thanks!',
  'HELP',
];

const STEP_MS = 250;
const TRIES = 5;

/** Follows from the seed and the message's id alone. */
export interface SimulatedFate {
  rejected: boolean;
  silent: boolean;
  delivered: boolean;
  click: 'person' | 'machine' | null;
  stops: boolean;
  /** What else its reader writes back. */
  says: string | null;
  receiptAfterMs: number;
  reactionAfterMs: number;
}

export function fateOf(settings: Settings<'simulator'>, messageId: string): SimulatedFate {
  const chance = chanceFrom(`${settings.seed} ${messageId}`);
  const refused = chance.happens(settings.rejected);
  const delivered = !chance.happens(settings.failed) && !refused;
  const clicks = chance.happens(settings.clicked) && delivered;
  const machine = chance.happens(settings.bots);
  const stops = chance.happens(settings.stopped) && delivered;
  const receiptAfterMs = chance.below(settings.delayMs + 1);
  const reactionAfterMs = receiptAfterMs + chance.below(settings.delayMs + 1);
  // Drawn last, so that the other draws do not change.
  const silent = chance.happens(settings.silent);
  const replies = chance.happens(settings.replied) && delivered && !stops;
  const says = replies ? chance.pick(SAYINGS) : null;
  const click = clicks ? (machine ? 'machine' : 'person') : null;
  return { rejected: refused, silent, delivered, click, stops, says, receiptAfterMs, reactionAfterMs };
}

export interface SimulatorEnvironment extends ProviderEnvironment {
  /** Links are opened on this host. Null: none are. */
  clicksTo: string | null;
}

/** Sends nothing and costs nothing. Reports over HTTP, as a real provider does. */
export function openSimulator(
  settings: Settings<'simulator'>,
  { secret }: Credentials<'simulator'>,
  { callbackUrl, clicksTo }: SimulatorEnvironment,
): SmsProvider {
  const poster = openPoster({ timeoutMs: 10_000, allowPrivate: true });
  const closing = new AbortController();
  // Each waiting report adds a listener; Node warns at more than ten.
  setMaxListeners(0, closing.signal);
  const under = { signal: closing.signal, ref: false };

  async function report(id: string, content: object): Promise<void> {
    const body = JSON.stringify(content);
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const answer = await poster.post(callbackUrl, body, signed(secret, id, body)).catch(() => null);
      if (answer && answer.status < 300) return;
      await pause(attempt * 1_000, undefined, under);
    }
  }

  async function open({ text }: OutgoingSms, by: 'person' | 'machine'): Promise<void> {
    const link = /https?:\/\/\S+/.exec(text)?.[0];
    if (!link || clicksTo === null || !URL.canParse(link)) return;
    const { pathname, search } = new URL(link);
    const headers = { 'user-agent': by === 'person' ? PERSON : MACHINE };
    const answer = await fetch(new URL(pathname + search, clicksTo), {
      headers,
      redirect: 'manual',
      signal: closing.signal,
    });
    await answer.body?.cancel();
  }

  function happen(events: { afterMs: number; receipt?: object; reply?: object; click?: () => Promise<void> }[]): void {
    for (const [step, together] of grouped(events)) {
      const receipts = together.flatMap(({ receipt }) => receipt ?? []);
      const replies = together.flatMap(({ reply }) => reply ?? []);
      const timestamp = Date.now();
      void pause(step * STEP_MS, undefined, under)
        .then(async () => {
          if (receipts.length + replies.length > 0) {
            await report(`sim_${timestamp}_${step}`, { receipts, replies });
          }
          for (const { click } of together) await click?.().catch(() => undefined);
        })
        .catch(() => undefined);
    }
  }

  return {
    type: 'simulator',
    capabilities: { idempotent: true, batchSize: 500, maxInFlight: 10, perSecond: settings.perSecond },
    async send(batch) {
      const sent = batch.map((message) => ({ message, fate: fateOf(settings, message.id) }));
      happen(
        sent
          .filter(({ fate }) => !fate.rejected && !fate.silent)
          .flatMap(({ message, fate }) => eventsOf(message, fate, open)),
      );
      return sent.map(({ message, fate }): SendResult => {
        if (fate.rejected) return rejected('permanent', 'Simulated: the number does not exist.', '1');
        return { status: 'accepted', providerId: providerIdOf(message) };
      });
    },
    verify: (request) => isSigned(secret, request),
    parse: (request) => readInbound(request),
    async close() {
      closing.abort();
      poster.close();
    },
  };
}

const providerIdOf = ({ id }: OutgoingSms) => `simulator-${id}`;

function eventsOf(
  message: OutgoingSms,
  fate: SimulatedFate,
  open: (message: OutgoingSms, by: 'person' | 'machine') => Promise<void>,
) {
  const providerId = providerIdOf(message);
  const ids = { provider_id: providerId, message_id: message.id };
  const receipt = fate.delivered
    ? { ...ids, status: 'delivered', code: 0, reason: null }
    : { ...ids, status: 'failed', code: 1, reason: 'Simulated: the phone was switched off.' };
  const reply = (kind: string, text: string) => ({
    afterMs: fate.reactionAfterMs,
    reply: { id: `${providerId}-${kind}`, from: message.to, to: message.from, text },
  });
  const { click } = fate;
  return [
    { afterMs: fate.receiptAfterMs, receipt },
    ...(click ? [{ afterMs: fate.reactionAfterMs, click: () => open(message, click) }] : []),
    ...(fate.stops ? [reply('stop', 'STOP')] : []),
    ...(fate.says === null ? [] : [reply('text', fate.says)]),
  ];
}

function grouped<Event extends { afterMs: number }>(events: Event[]): Map<number, Event[]> {
  const steps = new Map<number, Event[]>();
  for (const event of events) {
    const step = Math.ceil(event.afterMs / STEP_MS);
    const together = steps.get(step);
    if (together) together.push(event);
    else steps.set(step, [event]);
  }
  return steps;
}
