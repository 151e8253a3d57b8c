import { isDeepStrictEqual } from 'node:util';
import type { InboundRequest } from 'sms-providers';
import type { Services } from '../../../context.ts';
import type { Route } from '../../../generated/prisma/client.ts';
import { addPrevious, NO_PREVIOUS_SECRET, type Previous, previousSecrets } from '../../../records/previous-secrets.ts';
import type { TokenKeys } from '../../../secrets.ts';
import { callbackUrlOf } from '../engine/open-providers.ts';
import { openedCredentials, type ProviderType } from '../providers/settings.ts';
import { isVerifiedBy, type Verification, verificationOf } from '../providers/verification.ts';

interface Next {
  provider: ProviderType;
  settings: object;
  /** Null: those stored stay. */
  credentials: object | null;
}

/** Receipts and replies of messages that are out come as they were to be signed when those went out. */
export function previousSecret(keys: TokenKeys, current: Route, next: Next, overlapHours: number) {
  const { provider, settings } = next;
  if (current.provider !== provider || overlapHours === 0) return NO_PREVIOUS_SECRET;
  const stored = current.credentials && openedCredentials(keys, provider, current.credentials);
  // Their key is lost, and with it that of previous secrets.
  if (current.credentials && !stored) return NO_PREVIOUS_SECRET;
  const before = stored && verificationOf(provider, current.settings as object, stored);
  if (!before || isDeepStrictEqual(before, verificationOf(provider, settings, next.credentials ?? stored))) return {};
  return addPrevious<Verification>(keys, current, before, overlapHours);
}

export async function isVerifiedByPrevious(
  services: Pick<Services, 'db' | 'config' | 'tokenKeys'>,
  { teamId, id }: Pick<Route, 'teamId' | 'id'>,
  request: InboundRequest,
): Promise<boolean> {
  const { db, tokenKeys } = services;
  const row = await db.row<Previous>`SELECT previous_secret AS "previousSecret",
      previous_secret_expires_at AS "previousSecretExpiresAt"
    FROM routes WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`;
  const previous = row ? previousSecrets<Verification>(tokenKeys, row) : [];
  const callbackUrl = callbackUrlOf(services, { teamId, id });
  return previous.some((verification) => isVerifiedBy(verification, request, callbackUrl));
}
