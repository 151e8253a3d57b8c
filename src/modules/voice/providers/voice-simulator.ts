import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { openPoster } from 'outgoing-requests';
import { rejected } from 'sms-providers';
import type { Chance } from '../../../chance.ts';
import type { VoiceCredentials, VoiceSettings } from './settings.ts';
import { callFate, eventsOfCall, type SimulatedEvent } from './simulated-call.ts';
import type { OutgoingCall, VoiceEnvironment, VoiceProvider } from './voice-provider.ts';

const TRIES = 5;

/** Calls nobody and costs nothing. Sends events over HTTP (E12), as a provider does. */
export function openVoiceSimulator(
  settings: VoiceSettings<'simulator'>,
  { webhookSecret }: VoiceCredentials<'simulator'>,
  { eventsUrl }: VoiceEnvironment,
): VoiceProvider {
  const poster = openPoster({ timeoutMs: 10_000, allowPrivate: true });
  const closing = new AbortController();
  // Each waiting event adds a listener; Node warns at more than ten.
  setMaxListeners(0, closing.signal);
  const under = { signal: closing.signal, ref: false };

  async function report({ afterMs, message }: SimulatedEvent, asText: boolean): Promise<void> {
    await pause(afterMs, undefined, under);
    const body = JSON.stringify({ message: asText ? JSON.stringify(message) : message });
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const answer = await poster.post(eventsUrl, body, { 'x-webhook-secret': webhookSecret }).catch(() => null);
      if (answer && answer.status < 300) return;
      await pause(attempt * 1_000, undefined, under);
    }
  }

  return {
    type: 'simulator',
    capabilities: { maxInFlight: 10, canEnd: true },
    async place(call) {
      const { chance, ...fate } = callFate(settings, call);
      if (fate.refused) return rejected('permanent', 'Simulated: the number does not exist.', '1');
      const providerId = providerIdOf(call);
      const events = eventsOfCall(call, fate, { providerId, startedAt: Date.now(), callMs: settings.callMs });
      for (const event of travelled(events, settings, chance)) {
        void report(event, chance.happens(settings.asText)).catch(() => undefined);
      }
      return { status: 'accepted', providerId };
    },
    end: async () => true,
    async close() {
      closing.abort();
      poster.close();
    },
  };
}

const providerIdOf = ({ reference }: OutgoingCall) => `simulator-${reference}`;

export function travelled(
  events: readonly SimulatedEvent[],
  { repeated, disordered, callMs }: Pick<VoiceSettings<'simulator'>, 'repeated' | 'disordered' | 'callMs'>,
  chance: Chance,
): SimulatedEvent[] {
  return events.flatMap((event) => {
    const late = chance.happens(disordered) ? chance.below(callMs + 1) : 0;
    const once = { ...event, afterMs: event.afterMs + late };
    return chance.happens(repeated) ? [once, { ...event, afterMs: once.afterMs + chance.below(callMs + 1) }] : [once];
  });
}
