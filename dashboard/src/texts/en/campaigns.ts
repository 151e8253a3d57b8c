export const campaigns = {
  simulatedItReaches: 'Simulated: it reaches nobody.',
  lastSend: 'Last send',
  begunNamed: (createdAt: string | number) => `Begun ${createdAt}`,
  order: 'Order',
  importContactsMake: 'Import contacts, make a segment of them, and write to it.',
  aVoiceCampaignHas: 'A voice campaign has an agent call the contacts of a segment.',
  noType: 'No type',
  lastOf: (status: string | number, sends: string | number) => `${status}, of ${sends}`,
};
