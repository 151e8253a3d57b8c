import type { Tx } from '../../../database/transaction.ts';
import { uuidsv7 } from '../../../database/uuid.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { RouteSenderInput } from '../../../generated/inputs.ts';
import { messages } from '../../../input/validation-messages.ts';
import { placeErrors, placeOf } from './place-references.ts';

/** Not in the reference. */
export const MAX_SENDERS = 100;
export const SENDER = /^(?:\+?\d{3,15}|(?! +$)[A-Za-z0-9 ]{1,11})$/;

type Senders = readonly RouteSenderInput[] | null | undefined;

export async function senderErrors(tx: Tx, senders: Senders): Promise<FieldErrors> {
  if (!senders) return {};
  if (senders.length > MAX_SENDERS) return { senders: [messages.atMostItems('senders', MAX_SENDERS)] };
  const keys = senders.map(keyOf);
  const wrong = senders.flatMap(({ sender }, at): [path: string, errors: string[]][] => {
    const path = `senders.${at}.sender`;
    if (!SENDER.test(sender.trim())) return [[path, [messages.format(path)]]];
    return keys.indexOf(keys[at]!) < at ? [[path, [messages.because(path, 'is in the pool twice')]]] : [];
  });
  const places = senders.map(({ countryId }, at) => ({ prefix: `senders.${at}.`, rule: {}, input: { countryId } }));
  return { ...Object.fromEntries(wrong), ...(await placeErrors(tx, places)) };
}

const keyOf = ({ sender, countryId }: RouteSenderInput) => `${countryId ?? ''} ${sender.trim()}`;

/** The pool is these senders, in this order. Absent: it stays. */
export async function writeSenders(tx: Tx, teamId: string, routeId: string, senders: Senders): Promise<void> {
  if (senders === undefined) return;
  await tx.prisma.routeSender.deleteMany({ where: { teamId, routeId } });
  const ids = uuidsv7(senders?.length ?? 0, Date.now()).sort();
  await tx.prisma.routeSender.createMany({
    data: (senders ?? []).map(({ sender, countryId }, at) => ({
      ...{ teamId, id: ids[at]!, routeId, sender: sender.trim(), countryId: placeOf({ countryId }).countryId },
    })),
  });
}
