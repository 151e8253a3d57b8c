import { builder } from '../../../../graphql/builder.ts';
import type { EndedClass } from '../ended-reasons.ts';

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

export const CallEndedClassEnum = builder.enumType('CallEndedClass', {
  description: 'What kind of reason ended a call.',
  values: {
    hung_up: { description: 'One of the two hung up, or the call was handed on, after an answer.' },
    not_reached: { description: 'Nobody spoke to the agent: busy, no answer, voicemail, silence, wrong number.' },
    agent_issue: { description: 'The agent, its model, voice or settings failed.' },
    provider_fault: { description: 'The carrier or the provider failed; the call is tried again.' },
    failed: { description: 'The call could not be placed or was canceled.' },
    unknown: { description: 'A reason that no provider documents.' },
  } satisfies Record<EndedClass, { description: string }>,
});
