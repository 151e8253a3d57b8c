import { builder } from '../../../../graphql/builder.ts';

export const CallOutcomeEnum = builder.enumType('CallOutcome', {
  description: 'What came of a call.',
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

export const CallStatusEnum = builder.enumType('CallStatus', {
  description: 'The status of a call. Calls pass through these in order and never go back.',
  values: {
    scheduled: { description: 'Waits for its time.' },
    queued: { description: 'The provider has it.' },
    ringing: { description: 'Rings.' },
    in_progress: { description: 'Somebody or something took it.' },
    forwarding: { description: 'Being forwarded.' },
    ended: { description: 'Over.' },
  },
});

export const CallSourceEnum = builder.enumType('CallSource', {
  description: 'Where a call comes from.',
  values: {
    campaign: { description: 'A voice campaign made it.' },
    inbound: { description: 'Somebody called one of the team’s numbers.' },
    manual: { description: 'A person made it.' },
  },
});

export const OutcomeLogStatusEnum = builder.enumType('CallOutcomeLogStatus', {
  description: 'Whether a change of outcome took effect.',
  values: {
    applied: { description: 'The call has the new outcome.' },
    failed: { description: 'The outcome stayed as it was; the reason says why.' },
  },
});

export const CallEventStatusEnum = builder.enumType('CallEventStatus', {
  description: 'What was done with an event.',
  values: {
    received: { description: 'Stored; being applied, or tried again until no attempt is left.' },
    processed: { description: 'Applied to its call.' },
    ignored: { description: 'Acknowledged; its type changes nothing.' },
    failed: { description: 'Given up. A repeat tries again, and so does a replay.' },
  },
});
