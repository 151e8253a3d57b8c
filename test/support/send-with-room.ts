import type { OutgoingSms, SendResult, SmsProvider } from 'sms-providers';

/** Hands over as many messages in a call as there is room for, as the engine does, and all calls at once. */
export async function sendWithRoom(provider: SmsProvider, messages: readonly OutgoingSms[]): Promise<SendResult[]> {
  const results: SendResult[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    while (next < messages.length) {
      const room = await provider.ready!(1);
      const at = next++;
      const one = messages[at];
      if (one) [results[at]] = (await provider.send([one])) as [SendResult];
      room.leave();
    }
  }
  await Promise.all(messages.map(lane));
  return results;
}
