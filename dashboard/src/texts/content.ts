import { chosen } from './language.ts';

export const content = chosen('content', {
  domains: 'Domains',
  onePerLinePoint: 'One per line. Point each at this server first.',
  domainsOfYourOwn: 'Domains of your own for the short links in messages. A campaign draws from one plan.',
  campaignsThatUse: 'Campaigns that use it shorten links with the server’s own domain.',
  domain: 'Domain',
  plan: 'Plan',
  withoutAPlanLinks: 'Without a plan, links use the server’s own domain.',
  theReply: 'The reply is this word',
  theReplyBegins: 'The reply begins with it',
  word: 'Word',
  emptyNoneIsSent: 'Empty: none is sent.',
  tagTheContact: 'Tag the contact with',
  emailTo: 'E-mail to',
  onlyForSender: 'Only for sender',
  theNumberOrName: 'The number or name that was written to. Empty: any.',
  wordsInReplies: 'Words in replies that are answered, tagged or reported by e-mail. STOP and HELP always work.',
  suchAsInfoAnswered: 'Such as INFO, answered with your opening hours.',
  labelsOfContacts: 'Labels of contacts. Segments are made of them.',
  itsContactsStay: 'Its contacts stay and lose the tag.',
});
