import { setTimeout as pause } from 'node:timers/promises';
import { everyForm, plainNumber } from 'phone-numbers';
import { parseLooseJson } from 'plain-json';
import { type InboundRequest, isSame } from 'sms-providers';
import type { Services } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Db } from '../../../database/transaction.ts';
import { AppError, NotFoundError, ValidationError } from '../../../errors.ts';
import { type Previous, previousSecrets } from '../../../records/previous-secrets.ts';
import { openedForCaller } from '../../../secrets.ts';
import type { Verifying } from '../accounts/previous-credentials.ts';
import { accountOfSecret } from '../accounts/webhook-secrets.ts';
import type { FindAssistant } from '../providers/declared/declaration.ts';
import { declarationOf } from '../providers/declared/declarations.ts';
import { unsealVoiceCredentials, VOICE_ADAPTERS, type VoiceAdapter } from '../providers/settings.ts';
import { applyInBatch } from './call-event-batches.ts';
import { readCallMessage } from './call-message.ts';
import { FAILURE_CODES } from './call-of-event.ts';

interface Hook {
  teamId: string;
  accountId: string;
  request: InboundRequest;
  traceId: string;
}

type Needed = Pick<Services, 'db' | 'logger' | 'reader' | 'tokenKeys'>;

/** A provider that waits for an answer waits no longer than this for our database. */
const ANSWER_WITHIN_MS = 400;

/** An event of a declared provider. Returns what the provider wants to hear. `NOT_FOUND` for an account that takes none here. */
export async function receiveVoiceHook(services: Needed, hook: Hook): Promise<object> {
  const account = await readAccount(services.db, hook);
  const declaration = declarationOf(account?.adapter ?? null);
  if (!account?.credentials || !declaration) throw new NotFoundError('Voice account');
  const { settings, credentials } = await openedForCaller(services.logger, { account: hook.accountId }, () =>
    openedAccount(services, account),
  );
  const previous = previousSecrets<Verifying>(services.tokenKeys, account);
  const verdicts = [{ settings, credentials }, ...previous].map((one) => declaration.verify(hook.request, one));
  const given = previous.flatMap((one, at) => (verdicts[at + 1] === null ? (one.credentials.webhookSecret ?? []) : []));
  await authenticate(services, hook, verdicts, given);
  const body = parseLooseJson(hook.request.body);
  if (body === undefined) throw new ValidationError({ body: ['The body must be a JSON object.'] });
  const { message, answer } = await declaration.read(body, settings, findAssistant(services.db, hook.teamId));
  const applied = message === null ? Promise.resolve() : apply(services, hook, message);
  if (!answer) {
    await applied;
    return { status: 'ok' };
  }
  // The conversation waits for the answer; a failure to note it must not silence the agent.
  const noted = applied.catch((err: unknown) => {
    services.logger.warn({ err, account: hook.accountId }, 'a request of a voice provider was answered but not noted');
  });
  await Promise.race([noted, pause(ANSWER_WITHIN_MS, undefined, { ref: false })]);
  return answer;
}

interface AccountRow extends Previous {
  adapter: VoiceAdapter | null;
  settings: unknown;
  credentials: Buffer | null;
}

async function readAccount(db: Db, { teamId, accountId }: Hook): Promise<AccountRow | undefined> {
  if (!isUuid(teamId) || !isUuid(accountId)) return undefined;
  const [account] =
    await db.rows<AccountRow>`SELECT adapter, adapter_settings AS settings, adapter_credentials AS credentials,
      previous_adapter_credentials AS "previousSecret", previous_adapter_credentials_expire_at AS "previousSecretExpiresAt"
    FROM voice_accounts WHERE team_id = ${teamId}::uuid AND id = ${accountId}::uuid AND archived_at IS NULL`;
  return account;
}

const openedAccount = ({ tokenKeys }: Needed, { adapter, settings, credentials }: AccountRow) => ({
  settings: VOICE_ADAPTERS[adapter!].settings.parse(settings),
  credentials: unsealVoiceCredentials(tokenKeys, adapter!, credentials!),
});

/** By its signature, or by the account's webhook secret where there is none. `given`: former ones that its provider was given. */
async function authenticate(
  services: Needed,
  { accountId, request }: Hook,
  verdicts: readonly (boolean | null)[],
  given: readonly string[],
): Promise<void> {
  if (verdicts.includes(true)) return;
  const { headers } = request;
  const secret =
    headers['x-vapi-secret'] ?? headers['x-webhook-secret'] ?? headers.authorization?.replace(/^bearer +/i, '');
  const formerOf = secret && given.some((former) => isSame(former, secret)) ? accountId : null;
  const account = verdicts.includes(null) && secret ? await accountOfSecret(services, secret, formerOf) : null;
  if (account?.id !== accountId) throw new AppError('UNAUTHENTICATED', 'Invalid secret');
}

async function apply(services: Needed, { teamId, accountId, traceId }: Hook, given: object): Promise<void> {
  const message = readCallMessage(given);
  const { failure } = await openedForCaller(services.logger, { account: accountId }, () =>
    applyInBatch(services, { account: { id: accountId, teamId }, message, traceId }),
  );
  if (failure && !failure.isBeingPlaced) throw new AppError(FAILURE_CODES[failure.reason], failure.reason);
}

const findAssistant =
  (db: Db, teamId: string): FindAssistant =>
  async ({ id, number }) => {
    const digits = plainNumber(number ?? '')?.digits ?? '';
    const forms = /^\d{6,15}$/.test(digits) ? everyForm(digits) : [];
    const [found] = await db.rows<{ assistantId: string | null }>`SELECT a.external_id AS "assistantId" FROM numbers n
      JOIN agents a ON a.team_id = n.team_id AND a.id = n.inbound_agent_id
      WHERE n.team_id = ${teamId}::uuid AND (n.voice_provider_id = ${id} OR n.number = ANY(${forms}::bigint[]))
        AND n.archived_at IS NULL AND a.archived_at IS NULL LIMIT 1`;
    return found?.assistantId ?? null;
  };
