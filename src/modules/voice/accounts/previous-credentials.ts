import { isDeepStrictEqual } from 'node:util';
import type { VoiceAccount } from '../../../generated/prisma/client.ts';
import { endAhead } from '../../../records/end-ahead.ts';
import { addPrevious } from '../../../records/previous-secrets.ts';
import type { TokenKeys } from '../../../secrets.ts';
import type { AnyVoiceDeclaration } from '../providers/declared/declaration.ts';
import { declarationOf } from '../providers/declared/declarations.ts';
import { openedVoiceCredentials, type VoiceAdapter } from '../providers/settings.ts';

/** What events were verified with. */
export interface Verifying {
  settings: object;
  /** The webhook secret only where the provider was given it: its calls under way bring it. */
  credentials: { webhookSecret?: string };
}

export const NO_PREVIOUS_CREDENTIALS = { previousAdapterCredentials: null, previousAdapterCredentialsExpireAt: null };

interface Next {
  adapter: VoiceAdapter;
  settings: object;
  credentials: object | null;
}

/** Events of calls under way are signed as they were to be when those began. */
export function previousCredentials(
  keys: TokenKeys,
  account: VoiceAccount,
  { adapter, settings, credentials }: Next,
  overlapHours: number,
) {
  const declaration = declarationOf(adapter);
  if (account.adapter !== adapter || declaration === null) return NO_PREVIOUS_CREDENTIALS;
  const stored = account.adapterCredentials && openedVoiceCredentials(keys, adapter, account.adapterCredentials);
  // Their key is lost, and with it that of previous ones.
  if (account.adapterCredentials && !stored) return NO_PREVIOUS_CREDENTIALS;
  if (!stored || !credentials) return {};
  const before = verifying(declaration, account.adapterSettings as object, stored);
  if (isDeepStrictEqual(before, verifying(declaration, settings, credentials))) return {};
  const { previousAdapterCredentials: previousSecret, previousAdapterCredentialsExpireAt: previousSecretExpiresAt } =
    account;
  const now = addPrevious(keys, { previousSecret, previousSecretExpiresAt }, before, overlapHours);
  return {
    previousAdapterCredentials: now.previousSecret,
    previousAdapterCredentialsExpireAt: now.previousSecretExpiresAt,
  };
}

function verifying({ verifiedWith }: AnyVoiceDeclaration, settings: object, credentials: object): Verifying {
  const names = [...verifiedWith, 'webhookSecret'];
  const only = (given: object) =>
    Object.fromEntries(Object.entries(given).filter(([name, value]) => names.includes(name) && value !== undefined));
  return { settings: only(settings), credentials: only(credentials) };
}

interface Ends {
  previousSecretExpiresAt: Date | string | null;
  previousAdapterCredentialsExpireAt: Date | string | null;
}

/** The later end of the two overlaps. Null when both are over. */
export function overlapEndsAt({ previousSecretExpiresAt, previousAdapterCredentialsExpireAt }: Ends): Date | null {
  const ends = [previousSecretExpiresAt, previousAdapterCredentialsExpireAt].map(endAhead);
  const [first, second] = ends as [Date | null, Date | null];
  return first && second ? (first > second ? first : second) : (first ?? second);
}
