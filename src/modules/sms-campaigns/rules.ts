import type { CampaignStatus, SendStatus } from '../../generated/prisma/client.ts';

/** Statuses in which messages are going out: such a campaign is not deleted (E22). */
export const SENDING: CampaignStatus[] = ['running', 'in_progress'];

/** Statuses that a stopped planner ends (E19); the others are kept. */
export const STOPPABLE: CampaignStatus[] = ['pending', 'running', 'in_progress'];

export const STOPPABLE_SENDS: SendStatus[] = ['pending', 'running'];
