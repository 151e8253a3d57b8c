import type { TeamNumber } from './ids.ts';

export type Sizes = {
  /** Multiples of 35 show every send type in every status equally often. */
  smsCampaigns: number;
  voiceCampaigns: number;
  sendsPerCampaign: number;
  logsPerSend: number;
  logsPerCampaign: number;
  messagesPerCampaign: number;
  offers: number;
  calls: number;
  contacts: number;
  numbers: number;
  importableRows: number;
  hubMessages: number;
};

export const SIZES: Record<TeamNumber, Sizes> = {
  1: {
    smsCampaigns: 210,
    voiceCampaigns: 35,
    sendsPerCampaign: 20,
    logsPerSend: 10,
    logsPerCampaign: 3,
    messagesPerCampaign: 20,
    offers: 40,
    calls: 1_000,
    contacts: 5_000,
    numbers: 12,
    importableRows: 400,
    hubMessages: 600,
  },
  2: {
    smsCampaigns: 35,
    voiceCampaigns: 35,
    sendsPerCampaign: 3,
    logsPerSend: 2,
    logsPerCampaign: 1,
    messagesPerCampaign: 3,
    offers: 5,
    calls: 60,
    contacts: 300,
    numbers: 3,
    importableRows: 40,
    hubMessages: 30,
  },
};
