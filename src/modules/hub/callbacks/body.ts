import type { Returned } from '../connections/claim-returns.ts';

/** What docs/hub.md shows. */
export function bodyOf(returned: Returned): Record<string, unknown> {
  const { id, kind: type } = returned;
  if (returned.kind === 'reply') {
    const { from, to, text, receivedAt } = returned.content;
    return { id, type, from: `+${from}`, to, text, receivedAt };
  }
  const { messageId, reference, sender, destination, status, code, reason, submittedAt, doneAt } = returned.content;
  return {
    ...{ id, type, messageId, reference, to: destination, from: sender },
    ...{ status, code, reason, submittedAt, settledAt: doneAt },
  };
}
