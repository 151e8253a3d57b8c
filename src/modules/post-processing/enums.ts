import { builder } from '../../graphql/builder.ts';

export const PostProcessingKindEnum = builder.enumType('PostProcessingKind', {
  description: 'What a post-processing step does with a finished call.',
  values: {
    outcome_classifier: { description: 'Finds the call’s outcome anew.' },
    webhook: { description: 'Sends the call to an address.' },
    tag_contact: { description: 'Tags the contact.' },
  },
});
