export const dryRun = {
  ifItWereStarted: 'If it were started now',
  stillWaiting: 'Still waiting',
  theseNumbers: 'These numbers are incomplete.',
  withoutSmart: (partsBefore: string | number, partsAfter: string | number) =>
    `${partsBefore} without smart encoding, ${partsAfter} with it`,
  theFirstMessages: 'The first messages',
  perHourInAll: (what: string | number, sum: string | number) => `${what} per hour, ${sum} in all`,
  each: (seconds: string | number) => `of ${seconds} each`,
  byThen: (time: string | number) => `By ${time} the campaign is`,
  somebody: 'somebody',
};
