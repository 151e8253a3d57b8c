import { builder } from './builder.ts';

export const CallOutcomeEnum = builder.enumType('CallOutcome', {
  description: 'The outcome of a call.',
  values: {
    interested: { description: 'The contact is interested.' },
    not_interested: { description: 'The contact is not interested.' },
    voice_mail: { description: 'A machine took the call.' },
    call_me_later: { description: 'The contact wants to be called at another time.' },
    do_not_call: { description: 'The contact does not want to be called again.' },
    wrong_number: { description: 'Somebody else has the number.' },
    no_user_response: { description: 'The line was open, but nobody spoke.' },
    not_qualified: { description: 'The contact is interested, but does not fit.' },
    burned_experience: { description: 'The contact had bad experiences before.' },
    quick_hangup: { description: 'The contact hung up at once.' },
    maybe_interested: { description: 'The contact may be interested.' },
    agent_issue: { description: 'The agent’s language model or voice failed.' },
    no_answer: { description: 'Nobody took the call.' },
    failed: { description: 'The call could not be made.' },
    audio_issue: { description: 'The agent did not hear the contact.' },
    busy: { description: 'The line was busy.' },
    unknown_error: { description: 'Ended for a reason that is not known.' },
  },
});
