import { parseLooseJson } from 'plain-json';
import { textOf } from 'sms-providers';
import { z } from 'zod';
import type { Services } from '../../../context.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { decryptToken, LostKeyError } from '../../../secrets.ts';
import { openWebhookPoster, WebhookFailure } from '../../webhooks/requests/post-signed.ts';

/** A contact about whom the service is asked. */
export interface Asked {
  contactId: string;
  /** From 1, of this message or call. */
  attempt: number;
}

export interface PreCheckRequest {
  url: string;
  /** Null: the team has none. */
  sealedSecret: Uint8Array | null;
  body: string;
}

export type PreCheckAnswer = { eligible: boolean; reason: string | null } | { failed: string };

/** Asks services of teams whether a contact may be reached. */
export interface PreChecks {
  ask(request: PreCheckRequest): Promise<PreCheckAnswer>;
}

/** An answer that was not used within this time is asked for again. */
const GOOD_MS = 5 * 60_000;

export const mustAsk = ({ checkedAt }: { checkedAt: Date | null }, now: Date) =>
  checkedAt === null || now.getTime() - checkedAt.getTime() >= GOOD_MS;

const MAX_REASON = 200;

const answerShape = z.object({
  eligible: z.boolean(),
  reason: z
    .unknown()
    .optional()
    .transform((reason) => textOf(reason, MAX_REASON) || null),
});

export function openPreChecks({ config, tokenKeys }: Pick<Services, 'config' | 'tokenKeys'>): PreChecks {
  const poster = openWebhookPoster(config.PRIVATE_PROVIDERS);
  return {
    async ask({ url, sealedSecret, body }) {
      if (!sealedSecret) return { failed: 'The team has no secret to sign the request with (rotatePreCheckSecret).' };
      try {
        const secrets = [decryptToken(tokenKeys, sealedSecret)] as const;
        const answer = await poster.post({ id: `check_${uuidv7()}`, url, secrets, body });
        const read = answerShape.safeParse(parseLooseJson(answer.body));
        return read.success ? read.data : { failed: 'The service’s answer is not of the documented shape.' };
      } catch (error) {
        if (error instanceof WebhookFailure || error instanceof LostKeyError) return { failed: error.message };
        throw error;
      }
    },
  };
}
