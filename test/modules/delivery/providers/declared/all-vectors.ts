import { twilio } from './twilio.ts';
import type { Vectors } from './vectors.ts';
import { vonage } from './vonage.ts';

export const ALL_VECTORS: readonly Vectors[] = [twilio, vonage];
