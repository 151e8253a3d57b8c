import { openPoster, signed } from 'outgoing-requests';
import { isObject, parseLooseJson } from 'plain-json';
import { failureOf, idOf, readAnswer, refusalOf, unknown } from 'sms-providers';
import type { VoiceCredentials, VoiceSettings } from './settings.ts';
import type { OutgoingCall, PlaceResult, VoiceEnvironment, VoiceProvider } from './voice-provider.ts';

/** Posts `{"type": "call.place", "call": {…}}`, signed per Standard Webhooks; see docs/voice-providers.md. */
export function openHttpVoiceProvider(
  settings: VoiceSettings<'http'>,
  { secret }: VoiceCredentials<'http'>,
  { allowPrivate }: VoiceEnvironment,
): VoiceProvider {
  const poster = openPoster({ timeoutMs: settings.timeoutMs, allowPrivate });

  function post(key: string, content: object) {
    const body = JSON.stringify(content);
    return poster.post(settings.url, body, { ...signed(secret, key, body), 'idempotency-key': key });
  }

  return {
    type: 'http',
    capabilities: { maxInFlight: settings.maxInFlight, canEnd: settings.canEnd },
    async place(call) {
      try {
        const answer = await post(`place_${call.reference}`, { type: 'call.place', call: shown(call) });
        return refusalOf(answer) ?? resultOf(answer.body);
      } catch (error) {
        return failureOf(error);
      }
    },
    async end({ providerId }) {
      if (!settings.canEnd) return false;
      try {
        const content = { type: 'call.end', call: { provider_call_id: providerId } };
        const { status } = await post(`end_${providerId}`, content);
        return status >= 200 && status < 300;
      } catch {
        return false;
      }
    },
    close: async () => poster.close(),
  };
}

const shown = ({ reference, to, from, agent, attempt, maxSeconds, ...known }: OutgoingCall) => ({
  reference,
  to,
  from: from.number,
  from_id: from.id,
  agent_id: agent.id,
  agent_name: agent.name,
  attempt,
  max_seconds: maxSeconds,
  contact: known.contact,
  campaign: known.campaign,
  offer: known.offer,
  variables: known.variables,
});

function resultOf(body: string): PlaceResult {
  const given = parseLooseJson(body);
  // A success without a known answer: it may have placed the call.
  if (!isObject(given)) return unknown('The service’s answer is not of the documented shape.');
  const said = readAnswer(given);
  if (said.says === 'rejected') return said.result;
  if (said.says === 'unclear') return unknown(said.reason);
  const providerId = idOf(given.provider_call_id);
  return providerId === null
    ? unknown('The service accepted the call without a provider_call_id.')
    : { status: 'accepted', providerId };
}
