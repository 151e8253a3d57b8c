import { chosen } from './language.ts';

export const campaign = chosen('campaign', {
  addAnOffer: 'Add an offer',
  howItCalls: 'How it calls',
  whatItSends: 'What it sends',
  reaches: 'Reaches',
  log: 'Log',
  noRealMessagesGo: 'No real messages go out.',
  explainAContact: 'Explain a contact',
  dryRun: 'Dry run',
  atMostAMinute: (throttleBatchSize: string | number) => `, at most ${throttleBatchSize} a minute`,
  everybody: 'Everybody',
  ends: 'Ends',
  belowCtrNamed: (minCtr: string | number) => `below ${minCtr} CTR`,
  attemptsToReach: 'Attempts to reach somebody',
  attemptsAtMost: 'Attempts at most',
  minutesBetweenThem: 'Minutes between them',
  callsByOutcome: 'Calls by outcome',
  noCallsYet: 'No calls yet.',
  share: 'Share',
  noOffersYet: 'None yet: a text with {{ url }} needs one.',
  reached: (contacts: string | number, segments: string | number, cycle: string | number) =>
    `${contacts} of ${segments}, cycle ${cycle}`,
  textResult: (sent: string | number, ctr: string | number, sales: string | number) =>
    `${sent} sent, ${ctr} opened the link, ${sales} sold`,
  every: (contacts: string | number, minutes: string | number) => `${contacts} every ${minutes}`,
  amount: 'Amount',
});
