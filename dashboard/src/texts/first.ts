import { language } from './language.ts';

/** What the first screen says, in the language of the reader. No other is loaded. */
export const { campaignProgress, general, nouns, offers, overview, reports, signIn, ui, values } =
  language === 'de' ? await import('./de.ts') : await import('./en.ts');

export type Noun = keyof typeof nouns;
