export const campaignSends = {
  sends: 'Sends',
  slotNamed: (slot: string | number) => ` · slot ${slot}`,
  untilNamed: (endedAt: string | number) => ` · until ${endedAt}`,
  nextStepNamed: (nextStepAt: string | number) => ` · next step ${nextStepAt}`,
  begun: 'Begun',
  lastOf: (shown: string | number, sends: string | number) => `The last ${shown} of ${sends}`,
  heldAndSkipped: 'Held and skipped',
  ofTheFirst50: ' (of the first 50)',
};
