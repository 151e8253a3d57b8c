import { builder } from '../../../../graphql/builder.ts';
import { VOICE_RULES } from '../rules.ts';
import { ruleEnum } from './rule-enum.ts';

export const VoiceRecipientRuleEnum = ruleEnum(
  'VoiceRecipientRule',
  'What decides about a contact of a voice campaign.',
  VOICE_RULES,
);

export const VoiceRecipientStatusEnum = builder.enumType('VoiceRecipientStatus', {
  description: 'How far a contact of a voice campaign is, from the moment it joins a send’s audience.',
  values: {
    queued: { description: 'Waits for its turn.' },
    held: { description: 'Waits for a moment or an answer: hours, limits, a look-up, a pause, its next call.' },
    calling: { description: 'Its call is being placed or is going on.' },
    ended: { description: 'Its last call has ended, and no other follows.' },
    unknown: { description: 'Nobody knows whether its call was placed. An event of the call settles it.' },
    skipped: { description: 'It is not called.' },
  },
});
