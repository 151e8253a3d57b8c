import { Prisma } from '../../../../generated/prisma/client.ts';
import type { Play } from './preview.ts';
import { type HourOfStep, type PreviewedMessage, readHours, readMessages } from './read-sms-preview.ts';
import { rehearseSms } from './rehearse-sms.ts';
import { SMS_SHADOWS } from './sms-shadows.ts';

export interface SmsPreview {
  hours: HourOfStep[];
  messages: PreviewedMessage[];
}

export const SMS_PLAY: Play<SmsPreview> = {
  shadows: SMS_SHADOWS,
  started: Prisma.sql`,
    planner_data = CASE WHEN send_type = 'planner' THEN planner_data || '{"isActive": true}' ELSE planner_data END`,
  open(within, campaign, clock) {
    const plainParts = new Map<string, number>();
    return {
      rehearsal: rehearseSms(within, clock, plainParts),
      read: async () => ({
        hours: await readHours(within.db, campaign),
        messages: await readMessages(within.db, campaign, plainParts),
      }),
    };
  },
};
