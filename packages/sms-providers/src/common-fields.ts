import { z } from 'zod';
import { field } from './form-fields.ts';

/** Settings of several providers. */

export const count = (least: number, most: number) => z.number().int().min(least).max(most);

export const perSecond = (usual: number | null) =>
  field(
    z.number().int().min(1).max(100_000).nullable().default(usual),
    'Messages per second',
    'At most, 1 to 100,000. Empty: no limit of the provider.',
  );

export const batchSize = (usual: number) =>
  field(z.number().int().min(1).max(500).default(usual), 'Batch size', 'Messages per request, 1 to 500.');

export const maxInFlight = field(
  z.number().int().min(1).max(50).default(4),
  'Parallel requests',
  'Requests at a time, 1 to 50.',
);

export const sender = field(
  z.string().min(1).max(20).nullable().default(null),
  'Default sender',
  'Used where the route has no sender, at most 20 characters.',
);

/** Standard Webhooks: 24 to 64 bytes. */
export const secret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/);
