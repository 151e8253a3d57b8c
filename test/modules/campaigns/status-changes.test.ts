import { describe, expect, test } from 'vitest';
import type { CampaignStatus } from '../../../src/generated/prisma/client.ts';
import { statusChangeError } from '../../../src/modules/campaigns/rules.ts';
import { readMoment } from '../../../src/schedule/read-moment.ts';

const STATUSES: CampaignStatus[] = ['draft', 'pending', 'running', 'in_progress', 'sent', 'failed', 'stopped'];

// One row per status it comes from, one column per status it goes to, in the order above.
const ALLOWED: Record<CampaignStatus, string> = {
  draft: 'yes yes yes no no no no',
  pending: 'yes yes yes no no yes yes',
  running: 'no no yes yes yes yes yes',
  in_progress: 'no no yes yes yes yes yes',
  sent: 'no no no no yes no no',
  failed: 'yes yes no no no yes no',
  stopped: 'yes yes yes no no no yes',
};

describe.each(STATUSES)('a campaign that is %s', (from) => {
  test.each(STATUSES.map((to, at) => [to, ALLOWED[from].split(' ')[at]]))('may become %s: %s', (to, allowed) => {
    const text = statusChangeError(from, to as CampaignStatus);
    expect(text).toBe(allowed === 'yes' ? null : `The status cannot change from ${from} to ${to}.`);
  });
});

describe('a time as text', () => {
  test.each([
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01T10:00:00.123456+02:00', '2026-12-01T08:00:00.123Z'],
    ['2026-12-01 10:00:00', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01 10:00 -0330', '2026-12-01T13:30:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is understood', (text, moment) => {
    expect(readMoment(text)?.toISOString()).toBe(moment);
  });

  test.each(['', 'tomorrow', '2026-02-30', '2026-12-01T25:00:00Z', '2026-13-01', '1', '01/12/2026', '2026-12-01T10'])(
    '%j is none',
    (text) => {
      expect(readMoment(text)).toBeNull();
    },
  );
});
