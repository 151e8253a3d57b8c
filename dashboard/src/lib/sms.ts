import { fieldName, namedFields } from './format.ts';

const GSM = /[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]/;
const WIDE = /[\f^{}\\[~\]|€]/;

export interface Counted {
  parts: number;
  /** Places taken, and those that fit into so many parts. */
  places: number;
  room: number;
  /** Characters that no phone's own alphabet has: they make every character take twice the place. */
  unusual: string[];
}

/** How many parts a text takes as people type it. The server counts again, with every contact's own values. */
export function countParts(text: string): Counted {
  const unusual = [...new Set(text)].filter((character) => !GSM.test(character));
  const [alone, each] = unusual.length > 0 ? [70, 67] : [160, 153];
  const places = unusual.length > 0 ? text.length : [...text].reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);
  const parts = places <= alone ? 1 : Math.ceil(places / each);
  return { parts, places, room: parts === 1 ? alone : parts * each, unusual };
}

const MERGE_FIELDS = ['name', 'url', 'number', 'email', 'country'];
/** Each with what people call it: custom fields that have a name, else two of texts. */
export const mergeFields = (): (readonly [field: string, name: string])[] => {
  const custom = namedFields();
  const fields = [...MERGE_FIELDS, ...(custom.length > 0 ? custom : ['custom1_str', 'custom2_str'])];
  return fields.map((field) => [field, /^custom/.test(field) ? fieldName(field) : field]);
};
const SAMPLE: Record<string, string> = {
  name: 'Ada Stein',
  url: 'https://go.example/k3x9',
  number: '+49 1512 3456701',
  email: 'ada@mail.example',
  country: 'Germany',
};

/** One of the texts that it may become, for somebody made up: `draw` chooses among `{one|other}`. */
export const example = (text: string, draw: (choices: number) => number): string =>
  text
    .replaceAll(/\{\{\s*([\w.]+)(?:[^\w.}][^}]*)?\}\}/g, (_, field: string) => SAMPLE[field] ?? `‹${fieldName(field)}›`)
    .replaceAll(/\{([^{}|]*\|[^{}]*)\}/g, (_, inner: string) => {
      const choices = inner.split('|');
      return choices[draw(choices.length)]!;
    });
