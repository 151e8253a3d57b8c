import * as all from './all.ts';
import type { AnyVoiceDeclaration } from './declaration.ts';

export type DeclaredAdapter = keyof typeof all;

export const DECLARED: Readonly<Record<DeclaredAdapter, AnyVoiceDeclaration>> = { ...all };

export const declarationOf = (adapter: string | null): AnyVoiceDeclaration | null =>
  adapter !== null && Object.hasOwn(DECLARED, adapter) ? DECLARED[adapter as DeclaredAdapter] : null;
