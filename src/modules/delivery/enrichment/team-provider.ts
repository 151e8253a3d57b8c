import { placesIn, textsIn } from 'sms-providers';
import { type Context, viewerOf } from '../../../context.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { SetNumberLookupProviderInput } from '../../../generated/inputs.ts';
import { Prisma, type SendingSettings } from '../../../generated/prisma/client.ts';
import { refuse } from '../../../records/input-rules.ts';
import { decrypted } from '../../../secrets.ts';
import { privateUrlErrors } from '../../webhooks/requests/private-hosts.ts';
import { readAs, sealCredentials } from '../providers/settings.ts';
import { LOOKUP_SHAPES, lookupUrlOf } from './declared/declared-lookups.ts';

/** Secrets that are given replace those stored, one by one; null removes one. They do not follow to another address. */
export function setNumberLookupProvider(ctx: Context, input: SetNumberLookupProviderInput): Promise<SendingSettings> {
  const { provider } = input;
  const { team } = viewerOf(ctx);
  const where = { teamId: team.id };
  const shapes = LOOKUP_SHAPES[provider];
  return ctx.db.transaction(async (tx) => {
    const settings = readAs<object>(shapes.settings, input.settings ?? {}, 'settings');
    const stored = await tx.prisma.sendingSettings.findUnique({ where });
    const isKept =
      stored?.lookupProvider === provider &&
      settings.value !== null &&
      lookupUrlOf(provider, stored.lookupSettings as object) === lookupUrlOf(provider, settings.value);
    const opened = isKept ? decrypted(ctx.tokenKeys, stored!.lookupCredentials!) : null;
    const kept: object = opened === null ? {} : JSON.parse(opened);
    const given = Object.entries({ ...kept, ...input.credentials }).filter(([, value]) => value !== null);
    const credentials = readAs<object>(shapes.credentials, Object.fromEntries(given), 'credentials');
    refuse({
      ...settings.errors,
      ...credentials.errors,
      ...(settings.value && privateUrlErrors(ctx, lookupUrlOf(provider, settings.value), ADDRESS)),
      ...(provider === 'custom' && settings.value && unknownPlaces(settings.value, credentials.value ?? {})),
    });
    const data = {
      lookupProvider: provider,
      lookupSettings: settings.value as Prisma.InputJsonObject,
      lookupCredentials: sealCredentials(ctx.tokenKeys, credentials.value!),
    };
    return tx.prisma.sendingSettings.upsert({ where, create: { ...where, ...data }, update: data });
  });
}

const ADDRESS = { path: 'settings.url', of: 'The look-up provider' };

export function removeNumberLookupProvider(ctx: Context): Promise<SendingSettings> {
  const where = { teamId: viewerOf(ctx).team.id };
  const data = { lookupProvider: null, lookupSettings: Prisma.DbNull, lookupCredentials: null };
  return ctx.db.prisma.sendingSettings.upsert({ where, create: { ...where, ...data }, update: data });
}

function unknownPlaces(settings: object, credentials: object): FieldErrors {
  const known = ['number', ...Object.keys(credentials)];
  const { request } = settings as { request: object };
  const unknown = textsIn(request)
    .flatMap(placesIn)
    .find((name) => !known.includes(name));
  if (unknown === undefined) return {};
  return {
    'settings.request': [`The request uses {${unknown}}, which is neither the number nor one of the credentials.`],
  };
}
