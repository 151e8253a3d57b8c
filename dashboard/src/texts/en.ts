/** What the first screen says, in English: what a language has to have. */
export { campaignProgress } from './en/campaign-progress.ts';
export { general } from './en/general.ts';
export { nouns } from './en/nouns.ts';
export { offers } from './en/offers.ts';
export { overview } from './en/overview.ts';
export { reports } from './en/reports.ts';
export { signIn } from './en/sign-in.ts';
export { ui } from './en/ui.ts';
export { values } from './en/values.ts';
