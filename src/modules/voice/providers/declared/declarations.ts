import { bland } from './bland.ts';
import { custom } from './custom.ts';
import type { AnyVoiceDeclaration } from './declaration.ts';
import { retell } from './retell.ts';
import { vapi } from './vapi.ts';

export const DECLARED = { vapi, retell, bland, custom } as const satisfies Record<string, AnyVoiceDeclaration>;

export type DeclaredAdapter = keyof typeof DECLARED;

export const declarationOf = (adapter: string | null): AnyVoiceDeclaration | null =>
  adapter !== null && Object.hasOwn(DECLARED, adapter) ? DECLARED[adapter as DeclaredAdapter] : null;
