import * as all from './all.ts';
import type { Declaration } from './declaration.ts';

export type DeclaredName = keyof typeof all;

/** `custom` is what a user declares. */
export type AnyDeclaredName = DeclaredName | 'custom';

export const DECLARATIONS: Readonly<Record<DeclaredName, Declaration>> = { ...all };

export const isDeclared = (name: string): name is AnyDeclaredName =>
  name === 'custom' || Object.hasOwn(DECLARATIONS, name);
