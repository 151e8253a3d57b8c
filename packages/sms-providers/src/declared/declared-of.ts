import { CUSTOM_SHAPES, type CustomSettings, customDeclaration } from './custom.ts';
import type { Declaration } from './declaration.ts';
import { type AnyDeclaredName, DECLARATIONS, type DeclaredName } from './declarations.ts';
import type { Declared } from './declared-provider.ts';
import { type Given, type Shapes, shapesOf, valuesOf } from './fields.ts';

/** By name: what is stored of a route with this provider. */
export const DECLARED_SHAPES = {
  ...(Object.fromEntries(
    Object.entries(DECLARATIONS).map(([name, declaration]) => [name, shapesOf(declaration)]),
  ) as Record<DeclaredName, Shapes>),
  custom: CUSTOM_SHAPES as unknown as Shapes,
};

export function declarationOf(name: AnyDeclaredName, settings: Given): Declaration {
  if (name === 'custom') return customDeclaration(settings as unknown as CustomSettings);
  return DECLARATIONS[name];
}

export function declaredOf(name: AnyDeclaredName, settings: Given, credentials: Given): Declared {
  const { callbackSecret, ...secrets } = credentials;
  return {
    ...{ name, declaration: declarationOf(name, settings), secrets: Object.keys(secrets) },
    values: valuesOf(name === 'custom' ? {} : settings, secrets),
    callbackSecret: typeof callbackSecret === 'string' ? callbackSecret : null,
    perSecond: typeof settings.perSecond === 'number' ? settings.perSecond : null,
  };
}
