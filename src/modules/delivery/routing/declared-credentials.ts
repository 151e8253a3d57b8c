import { randomBytes } from 'node:crypto';
import {
  type AnyDeclaredName,
  type CustomSettings,
  type Declaration,
  declarationOf,
  type Given,
  isComplete,
  isSecretInPath,
  placesIn,
  type Values,
  valuesOf,
} from 'sms-providers';
import type { Context } from '../../../context.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { SetRouteProviderInput } from '../../../generated/inputs.ts';
import type { Route } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { addressesOf } from '../providers/addresses.ts';
import { customErrors } from '../providers/custom-errors.ts';
import { callbackSecretOf, openedCredentials, readCredentials } from '../providers/settings.ts';

interface Read {
  credentials: object | null;
  secret: null;
  errors: FieldErrors | null;
}

/** Those given replace those stored, one by one; null removes one. They do not follow to another address. */
export function declaredCredentials(
  { tokenKeys }: Pick<Context, 'tokenKeys'>,
  name: AnyDeclaredName,
  { credentials: given, rotateSecret }: Pick<SetRouteProviderInput, 'credentials' | 'rotateSecret'>,
  current: Route,
  settings: Given | null,
): Read {
  const isSame = current.provider === name && current.credentials !== null;
  const stored: Given = (isSame && (openedCredentials(tokenKeys, name, current.credentials!) as Given | null)) || {};
  const isElsewhere = isSame && settings !== null && addressChanged(name, current.settings as Given, settings);
  const kept = isElsewhere ? {} : stored;
  if (given && 'callbackSecret' in given)
    return refused({ 'credentials.callbackSecret': [messages.unknown('credentials.callbackSecret')] });
  const { value, errors } = readCredentials(name, withoutNulls({ ...kept, ...(given as Given | undefined) }));
  if (errors) return refused(errors);
  if (settings === null) return refused(null);
  const declaration = declarationOf(name, settings);
  const values = valuesOf(settings, value as Given);
  const missing =
    name === 'custom'
      ? customErrors(settings as unknown as CustomSettings, value as Given)
      : missingErrors(declaration, values);
  if (Object.keys(missing).length > 0) return refused(missing);
  const needsSecret = isSecretInPath(declaration.callbacks.signature, values);
  const { callbackSecret: _former, ...secrets } = value as Given;
  const former = rotateSecret ? null : callbackSecretOf(stored);
  const callbackSecret = needsSecret ? (former ?? randomBytes(16).toString('hex')) : undefined;
  return { credentials: { ...secrets, ...(callbackSecret && { callbackSecret }) }, secret: null, errors: null };
}

const refused = (errors: FieldErrors | null): Read => ({ credentials: null, secret: null, errors });

const withoutNulls = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

/** Otherwise anyone who may change settings could have the secrets sent to their own server. */
function addressChanged(name: AnyDeclaredName, before: Given, after: Given): boolean {
  const [former, present] = [before, after].map((settings) => originsOf(addressesOf(name, settings)));
  return present!.some((origin) => !former!.includes(origin));
}

const originsOf = (addresses: Record<string, string | null>) =>
  Object.values(addresses).map((url) => (url !== null && URL.canParse(url) ? new URL(url).origin : null));

/** One of the ways to authorize requests needs all its values. The last one is the usual one. */
function missingErrors({ send, fields }: Declaration, values: Values): FieldErrors {
  const { auth = [] } = send;
  if (auth.length === 0 || auth.some((one) => isComplete(one, values))) return {};
  const { scheme: _scheme, ...parts } = auth.at(-1)!;
  const names = Object.values(parts)
    .flatMap(placesIn)
    .filter((field) => !values[field] && fields[field]);
  const paths = names.map((field) => `${fields[field]!.secret ? 'credentials' : 'settings'}.${field}`);
  return Object.fromEntries(paths.map((path) => [path, [messages.required(path)]]));
}
