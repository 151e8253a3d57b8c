/** What the screens can be read in. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' };
type Language = keyof typeof LANGUAGES;

const KEY = 'outbound-language';
const isKnown = (code: string | null): code is Language => code !== null && Object.hasOwn(LANGUAGES, code);
const isBrowser = 'document' in globalThis;
const preferred = isBrowser ? navigator.languages : [];
const kept = isBrowser ? localStorage.getItem(KEY) : null;

/** The one that the reader chose, else the first of the browser's that is known. */
export const language: Language = isKnown(kept)
  ? kept
  : (preferred.map((code) => code.slice(0, 2)).find((code) => isKnown(code)) ?? 'en');

/** How numbers and times are written: as the browser's region does, where it speaks that language. */
export const locale: string = preferred.find((code) => code.startsWith(language)) ?? language;

if (isBrowser) document.documentElement.lang = language;

/** With their names in themselves. */
export const otherLanguages = Object.entries(LANGUAGES).filter(([code]) => code !== language);

export function speak(next: string): void {
  localStorage.setItem(KEY, next);
  location.reload();
}
