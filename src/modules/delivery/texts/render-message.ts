import { LiquidError } from 'liquidjs';
import { countParts, encodeSmartly } from 'sms-text';
import { type Chance, chanceFrom } from '../../../chance.ts';
import { printable } from '../../../input/printable.ts';
import { type CompiledText, compileText } from './compile-text.ts';
import { CHANCE, liquid } from './engine.ts';
import type { ContactField, MergeValues } from './merge-fields.ts';
import { putTogether } from './plain-text.ts';
import { TextMistake } from './spintax.ts';

interface MessageToRender {
  /** The seed of every choice, so that a dry run writes what the send writes. */
  messageId: string;
  texts: readonly { id: string; text: string }[];
  offers: readonly { id: string }[];
  contact: MergeValues;
  url: string | null;
  smartEncoding?: boolean;
}

interface RenderedMessage {
  textId: string;
  offerId: string | null;
  finalText: string;
  /** Messages of 140 bytes. */
  textParts: number;
  /** Paid parts; a provider that divides differently says so in its receipt. */
  smsParts: number;
  /** Parts without smart encoding, where that differs. */
  plainParts: number | undefined;
}

export class RenderError extends Error {}

/** Not in the reference: ten parts. */
const MAX_CHARACTERS = 1_600;

export function chooseText<Text extends { id: string }, Offer extends { id: string }>(
  messageId: string,
  texts: readonly Text[],
  offers: readonly Offer[],
): { text: Text; offer: Offer | null } {
  const chance = chanceFrom(`${messageId} text`);
  const text = chance.pick(texts);
  return { text, offer: offers.length > 0 ? chance.pick(offers) : null };
}

export const fieldsOf = (texts: readonly { text: string }[]): ContactField[] => [
  ...new Set(texts.flatMap(({ text }) => compiledIfSound(text)?.fields ?? [])),
];

export const usesUrl = (text: string): boolean => compiledIfSound(text)?.usesUrl ?? false;

function compiledIfSound(text: string): CompiledText | null {
  try {
    return compileText(text);
  } catch (error) {
    if (error instanceof TextMistake) return null;
    throw error;
  }
}

export function renderMessage({ messageId, texts, offers, contact, ...how }: MessageToRender): RenderedMessage {
  return renderText(messageId, chooseText(messageId, texts, offers), contact, how);
}

export function renderText(
  messageId: string,
  { text, offer }: { text: { id: string; text: string }; offer: { id: string } | null },
  contact: MergeValues,
  { url, smartEncoding = false }: Pick<MessageToRender, 'url' | 'smartEncoding'>,
): RenderedMessage {
  const plain = write(text.text, { ...contact, url }, chanceFrom(`${messageId} choices`));
  const partsOfPlain = countParts(plain);
  const finalText = smartEncoding ? encodeSmartly(plain).trim() : plain;
  if (finalText === '') throw new RenderError('The text is empty.');
  const parts = finalText === plain ? partsOfPlain : countParts(finalText);
  const plainParts = parts === partsOfPlain ? undefined : partsOfPlain;
  return { textId: text.id, offerId: offer?.id ?? null, finalText, textParts: parts, smsParts: parts, plainParts };
}

function write(text: string, values: object, chance: Chance): string {
  const written = printable(rendered(text, values, chance)).trim();
  if (written === '') throw new RenderError('The text is empty.');
  if (written.length > MAX_CHARACTERS) throw new RenderError(`The text is longer than ${MAX_CHARACTERS} characters.`);
  return written;
}

function rendered(text: string, values: object, chance: Chance): string {
  try {
    const { pieces, templates } = compileText(text);
    if (pieces) return putTogether(pieces, values, chance);
    return liquid.renderSync(templates, { ...values, [CHANCE]: chance }) as string;
  } catch (error) {
    if (error instanceof TextMistake) throw new RenderError(`The text ${error.message}.`);
    if (LiquidError.is(error)) throw new RenderError('The text could not be written for this contact.');
    throw error;
  }
}
