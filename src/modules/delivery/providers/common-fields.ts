import { z } from 'zod';
import { field } from './catalogue.ts';

/** Settings of several SMS providers. */

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
