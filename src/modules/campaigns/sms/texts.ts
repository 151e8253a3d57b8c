import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';
import { textMistake } from '../../delivery/texts/compile-text.ts';

/** Not in the reference: ten parts of a long message, and as many texts as one page holds. */
const MAX_TEXT = 1_600;
export const MAX_TEXTS = 100;

export function textErrors(texts: string[] | null | undefined): FieldErrors {
  if (!texts) return {};
  if (texts.length > MAX_TEXTS) return { texts: [messages.atMostItems('texts', MAX_TEXTS)] };
  const wrong = texts.flatMap((text, at): [string, string[]][] => {
    const path = `texts.${at}`;
    if (text.trim() === '') return [[path, [messages.required(path)]]];
    if (text.length > MAX_TEXT) return [[path, [messages.atMostCharacters(path, MAX_TEXT)]]];
    const mistake = textMistake(text);
    return mistake === null ? [] : [[path, [messages.because(path, mistake)]]];
  });
  return Object.fromEntries(wrong);
}

export const textsOf = ({ id, teamId }: { id: string; teamId: string }) => ({ teamId, smsCampaignId: id });

const IN_ORDER = [{ position: 'asc' as const }, { id: 'asc' as const }];

/** Replaces a campaign's texts. A text that stays keeps its record, as messages name it. */
export async function replaceTexts(tx: Tx, campaign: { id: string; teamId: string }, texts: string[]): Promise<void> {
  const owner = textsOf(campaign);
  const old = await tx.prisma.campaignText.findMany({ where: owner, orderBy: IN_ORDER });
  const kept = texts.map((text) => {
    const at = old.findIndex((record) => record.text === text);
    return at === -1 ? undefined : old.splice(at, 1)[0];
  });
  await tx.prisma.campaignText.deleteMany({ where: { ...owner, id: { in: old.map(({ id }) => id) } } });
  for (const [position, record] of kept.entries()) {
    if (record && record.position !== position) {
      await tx.prisma.campaignText.update({
        where: { teamId_id: { teamId: owner.teamId, id: record.id } },
        data: { position },
      });
    }
  }
  await tx.prisma.campaignText.createMany({
    data: texts.flatMap((text, position) => (kept[position] ? [] : [{ ...owner, text, position }])),
  });
}

/** The texts of a campaign for its duplicate. */
export async function copyTexts(
  tx: Tx,
  original: { id: string; teamId: string },
  copy: { id: string; teamId: string },
): Promise<void> {
  const texts = await tx.prisma.campaignText.findMany({ where: textsOf(original), orderBy: IN_ORDER });
  await replaceTexts(
    tx,
    copy,
    texts.map(({ text }) => text),
  );
}
