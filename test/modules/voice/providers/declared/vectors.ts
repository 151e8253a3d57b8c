import { createHmac } from 'node:crypto';
import type { Published } from '../../../../../packages/sms-providers/test/declared/vectors.ts';
import type { Carried } from '../carrying.ts';

/** What the suite needs to know of a voice provider besides its declaration. Values are the provider's own. */
export interface VoiceVectors {
  credentials: Record<string, string>;
  settings?: Record<string, unknown>;
  /** The provider's own description of the request; see `published.test.ts`. Null: there is none. */
  published: Published | null;
  /** What a fake of the provider is asked, answers and reports, as the provider documents it. */
  fake: {
    read(body: Body): Asked;
    accepted(id: string): object;
    /** The person's voicemail took the call. */
    report(id: string, asked: Asked): object;
    headers(body: string, made: Carried): Record<string, string>;
  };
}

export interface Asked {
  reference: string;
  to: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a provider's JSON
type Body = any;

export const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** Events that carry the account's webhook secret. */
export const withSecret = (_: string, { adapterSecret }: Carried) => ({ 'x-vapi-secret': adapterSecret! });
