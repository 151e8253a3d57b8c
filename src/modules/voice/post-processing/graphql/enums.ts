import { builder } from '../../../../graphql/builder.ts';

export const PostProcessingKindEnum = builder.enumType('VoicePostProcessingKind', {
  description: 'What a post-processing step does with a finished call.',
  values: {
    outcome_classifier: { description: 'Finds the call’s outcome anew.' },
    webhook: { description: 'Sends the call to an address.' },
    tag_contact: { description: 'Tags the contact.' },
  },
});

export const PostProcessingStatusEnum = builder.enumType('CallPostProcessingStatus', {
  description: 'The status of a step’s work on a call.',
  values: {
    waiting: { description: 'It is due, or tried again later.' },
    done: { description: 'It was done.' },
    skipped: { description: 'There was nothing to do; the reason says why.' },
    failed: { description: 'It was given up; the reason says why. See `replayCallPostProcessing`.' },
  },
});
