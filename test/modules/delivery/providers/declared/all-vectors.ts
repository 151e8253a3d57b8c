import { twilio } from './twilio.ts';
import type { Vectors } from './vectors.ts';

export const ALL_VECTORS: readonly Vectors[] = [twilio];
