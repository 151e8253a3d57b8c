import { SegmentedMessage } from 'sms-segments-calculator';
import { countParts, encodingOf } from './count-parts.ts';

/** Replaces lookalikes (`“` by `"`) only if the whole text then fits GSM-7 and takes no more parts. */
export function encodeSmartly(text: string): string {
  if (encodingOf(text) === 'GSM-7') return text;
  const alike = Array.from(text, lookalikeOf).join('');
  return encodingOf(alike) === 'GSM-7' && countParts(alike) <= countParts(text) ? alike : text;
}

const lookalikes = new Map<string, string>();

function lookalikeOf(sign: string): string {
  if (sign <= '~' && sign !== '\t' && sign !== '`') return sign;
  const known = lookalikes.get(sign);
  if (known !== undefined) return known;
  const found = find(sign);
  if (lookalikes.size < 1_000) lookalikes.set(sign, found);
  return found;
}

const LIGATURE_OR_WIDE = /[\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a]/;

/** The library's, except what reads differently: `1½` as `11/2`, lone accents, two blanks for one. */
function find(sign: string): string {
  if (/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(sign)) return '';
  if (encodingOf(sign) === 'GSM-7' || /[\p{M}¼½¾÷]/u.test(sign)) return sign;
  if (/[\p{Zs}\t]/u.test(sign)) return ' ';
  if (/[\p{Pd}−]/u.test(sign)) return '-';
  if (/[`′‵｀]/.test(sign)) return "'";
  if (/[″‶]/.test(sign)) return '"';
  if (LIGATURE_OR_WIDE.test(sign)) return sign.normalize('NFKC');
  return new SegmentedMessage(sign, 'auto', true).graphemes.join('');
}
