export const campaignActions = {
  paused: 'Paused',
  resumed: 'Resumed',
  stopped: 'Stopped',
  resume: 'Resume',
  pause: 'Pause',
  stop: 'Stop',
  reviewAndStart: 'Review and start',
  startNamed: (name: string | number) => `Start ${name}?`,
  couldNot: (action: string) => `Could not ${action}`,
};
