import { chosen } from './language.ts';

export const campaignProgress = chosen('campaignProgress', {
  ofFailedNamed: (delivered: string | number, all: string | number, what: string | number, failed: string | number) =>
    `${delivered} of ${all} ${what}, ${failed} failed`,
  onTheirWay: 'On their way',
  called: 'Called',
  failedOrUnknown: 'Failed or unknown',
  held: 'Held',
  stillToCome: 'Still to come',
  nothingYet: 'Nothing yet',
  ofDelivered: (delivered: string | number, total: string | number) => `${delivered} of ${total} delivered`,
  clickedNamed: (clicked: string | number) => `${clicked} clicked`,
  ofEndedNamed: (sent: string | number, calling: string | number) => `${sent} of ${calling} ended`,
  answeredNamed: (delivered: string | number) => `${delivered} answered`,
  calling: 'Calling',
  leads: 'Leads',
  sales: 'Sales',
  aMinute: 'a minute',
  unknown: 'unknown',
  endsAbout: (time: string | number) => `ends about ${time}`,
});
