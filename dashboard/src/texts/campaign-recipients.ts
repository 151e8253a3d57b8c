import { chosen } from './language.ts';

export const campaignRecipients = chosen('campaignRecipients', {
  nobodyMatchesThese: 'Nobody matches these filters.',
  topUpTheBalance: 'Top up the balance that the route charges, then resume.',
  thePhoneWasOff: 'The phone was off or out of reach. Send to these people again later.',
  theseNumbersDo: 'These numbers do not exist. Look numbers up before the next campaign.',
  theNetworkRefused: 'The network refused the text or the sender. Change the wording, or register the sender.',
  theSender: 'The sender is not allowed there. Set another sender for the country.',
  theProviderRefused: 'The provider refused the route’s credentials. Check them under Providers.',
  askTheProvider: 'Ask the provider what it means, with a message’s id.',
  failures: 'Failures',
  showThem: 'Show them',
  noReasonGiven: 'No reason given',
  theConnectionBroke: 'The connection broke while the provider was asked. Look there, then decide.',
  theyWentOut: 'They went out',
  sendThemAgain: 'Send them again',
  mayHaveGoneOut: (messages: string | number) => `${messages} may or may not have gone out.`,
  mayHaveBeenPlaced: (calls: string | number) => `${calls} may or may not have been placed.`,
  theyWerePlaced: 'They were placed',
  callAgain: 'Call again',
  send: 'Send',
});
