export const explain = {
  whyDidItReach: 'Why did it reach, hold or skip somebody?',
  rule: 'Rule',
  decided: 'Decided',
  goesNext: 'Goes next',
  lastReached: 'Last reached',
  clock: 'Clock',
};
