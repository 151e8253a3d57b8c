import { chosen } from './language.ts';

export const startReview = chosen('startReview', {
  realToRealPeople: (what: string | number) => `Real ${what} to real people`,
  simulatedNoRealGo: (what: string | number) => `Simulated: no real ${what} go out`,
  mode: 'Mode',
  someAreReal: (what: string | number) => `Some ${what} are real`,
  asSoonAsYou: 'As soon as you press the button',
  onlyFromNamed: (contactFrom: string | number, contactUntil: string | number) =>
    `Only from ${contactFrom} to ${contactUntil} in the contact’s time zone`,
  noneAtAnyHour: 'None: at any hour',
  untilNamed: (until: string | number) => ` until ${until}`,
  startWithAnEmpty: 'Start with an empty audience',
  sendMeATest: 'Send me a test',
  starts: 'Starts',
  lastMessage: 'Last message',
  aboutNamed: (last: string | number) => `about ${last}`,
  anAgent: 'An agent',
  notBefore: (time: string | number) => `Not before ${time}`,
  goOut: (isOne: boolean, days: number, contacts: string) =>
    `${isOne ? 'goes' : 'go'} out within ${days} days, to an audience of ${contacts}.`,
  wait: (isOne: boolean, until: string) => `${isOne ? 'waits' : 'wait'}${until}.`,
  areSkipped: (isOne: boolean) => `${isOne ? 'is' : 'are'} skipped by rule.`,
  noProvider: 'no provider',
  aNumber: 'a number',
  callsFrom: (contacts: string | number, number: string | number) => `calls ${contacts} from ${number}`,
  sendThem: (messages: string | number) => `Send ${messages}`,
  placeThem: (calls: string | number) => `Place ${calls}`,
  started: 'Started',
});
