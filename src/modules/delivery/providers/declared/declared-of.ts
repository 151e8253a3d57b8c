import { z } from 'zod';
import { DECLARATIONS, type DeclaredName } from './declarations.ts';
import type { Declared } from './declared-provider.ts';
import { type Given, type Shapes, shapesOf, valuesOf } from './fields.ts';

/** By name: what is stored of a route with this provider. */
export const DECLARED_SHAPES = Object.fromEntries(
  Object.entries(DECLARATIONS).map(([name, declaration]) => [
    name,
    declaration ? shapesOf(declaration) : { settings: z.never(), credentials: z.never() },
  ]),
) as Record<DeclaredName, Shapes>;

export function declaredOf(name: DeclaredName, settings: Given, credentials: Given): Declared {
  const declaration = DECLARATIONS[name];
  if (!declaration) throw new Error(`${name} has no declaration.`);
  const { callbackSecret, ...secrets } = credentials;
  return {
    ...{ name, declaration, secrets: Object.keys(secrets) },
    values: valuesOf(settings, secrets),
    callbackSecret: typeof callbackSecret === 'string' ? callbackSecret : null,
    perSecond: typeof settings.perSecond === 'number' ? settings.perSecond : null,
  };
}
