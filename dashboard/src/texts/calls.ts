import { chosen } from './language.ts';

export const calls = chosen('calls', {
  length: 'Length',
  voiceCampaigns: 'Voice campaigns place them.',
  endCall: 'End call',
  endTheCall: 'End the call?',
  theProviderHangsUp: 'The provider hangs up.',
  summary: 'Summary',
  transcript: 'Transcript',
  inProgress: 'In progress',
  source: 'Source',
  costInTheProviders: 'Cost in the provider’s currency',
  lead: 'Lead',
  sale: 'Sale',
  recording: 'Recording',
  afterTheCall: 'After the call',
  listenTo: 'Listen to it with an audio client:',
  itsProviderOffers: 'Its provider offers no audio stream.',
  thereIsNone: 'There is none.',
  aMachine: 'a machine',
  none: 'none',
});
