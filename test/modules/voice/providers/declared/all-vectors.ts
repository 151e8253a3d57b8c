import { DECLARED, type DeclaredAdapter } from '../../../../../src/modules/voice/providers/declared/declarations.ts';
import type { VoiceVectors } from './vectors.ts';

/** Of each declaration, from the file of its name here. */
export const ALL_VECTORS: readonly (readonly [DeclaredAdapter, VoiceVectors])[] = await Promise.all(
  (Object.keys(DECLARED) as DeclaredAdapter[]).map(async (name) => {
    const file: Record<string, VoiceVectors> = await import(`../declared/${name}.ts`);
    return [name, file[name]!] as const;
  }),
);
