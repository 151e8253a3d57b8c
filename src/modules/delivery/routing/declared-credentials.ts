import { randomBytes } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { SetRouteProviderInput } from '../../../generated/inputs.ts';
import type { Route } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { isComplete } from '../providers/declared/authorize.ts';
import type { Declaration, Values } from '../providers/declared/declaration.ts';
import { DECLARATIONS, type DeclaredName } from '../providers/declared/declarations.ts';
import { type Given, valuesOf } from '../providers/declared/fields.ts';
import { isSecretInPath } from '../providers/declared/signatures.ts';
import { placesIn } from '../providers/declared/template.ts';
import { callbackSecretOf, readCredentials, unsealCredentials } from '../providers/settings.ts';

interface Read {
  credentials: object | null;
  secret: null;
  errors: FieldErrors | null;
}

/** Those given replace those stored, one by one; null removes one. They do not follow to another address. */
export function declaredCredentials(
  { tokenKeys }: Pick<Context, 'tokenKeys'>,
  name: DeclaredName,
  { credentials: given, rotateSecret }: Pick<SetRouteProviderInput, 'credentials' | 'rotateSecret'>,
  current: Route,
  settings: Given | null,
): Read {
  const declaration = DECLARATIONS[name]!;
  const isSame = current.provider === name && current.credentials !== null;
  const stored: Given = isSame ? (unsealCredentials(tokenKeys, name, current.credentials!) as Given) : {};
  const isElsewhere = isSame && settings !== null && addressChanged(name, current.settings as Given, settings);
  const kept = isElsewhere ? {} : stored;
  if (given && 'callbackSecret' in given)
    return refused({ 'credentials.callbackSecret': [messages.unknown('credentials.callbackSecret')] });
  const { value, errors } = readCredentials(name, withoutNulls({ ...kept, ...(given as Given | undefined) }));
  if (errors) return refused(errors);
  if (settings === null) return refused(null);
  const values = valuesOf(settings, value as Given);
  const missing = missingErrors(declaration, values);
  if (missing) return refused(missing);
  const needsSecret = isSecretInPath(declaration.callbacks.signature, values);
  const { callbackSecret: _former, ...secrets } = value as Given;
  const former = rotateSecret ? null : callbackSecretOf(stored);
  const callbackSecret = needsSecret ? (former ?? randomBytes(16).toString('hex')) : undefined;
  return { credentials: { ...secrets, ...(callbackSecret && { callbackSecret }) }, secret: null, errors: null };
}

const refused = (errors: FieldErrors | null): Read => ({ credentials: null, secret: null, errors });

const withoutNulls = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

export const urlFields = (name: DeclaredName): string[] =>
  Object.entries(DECLARATIONS[name]!.fields).flatMap(([field, { kind }]) => (kind === 'url' ? [field] : []));

/** Otherwise whoever may change settings could have the secrets sent to a server of theirs. */
const addressChanged = (name: DeclaredName, before: Given, after: Given): boolean =>
  urlFields(name).some((field) => originOf(before[field]) !== originOf(after[field]));

const originOf = (url: unknown) => (typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : null);

/** One of the ways to authorize requests needs all its values. The last one is the usual one. */
function missingErrors({ send, fields }: Declaration, values: Values): FieldErrors | null {
  const { auth = [] } = send;
  if (auth.length === 0 || auth.some((one) => isComplete(one, values))) return null;
  const { scheme: _scheme, ...parts } = auth.at(-1)!;
  const names = Object.values(parts)
    .flatMap(placesIn)
    .filter((field) => !values[field] && fields[field]);
  const paths = names.map((field) => `${fields[field]!.secret ? 'credentials' : 'settings'}.${field}`);
  return Object.fromEntries(paths.map((path) => [path, [messages.required(path)]]));
}
