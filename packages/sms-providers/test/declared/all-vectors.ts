import { DECLARATIONS } from 'sms-providers';
import type { Vectors } from './vectors.ts';

/** Of each declaration, from the file of its name here. */
export const ALL_VECTORS: readonly Vectors[] = await Promise.all(
  Object.keys(DECLARATIONS).map(async (name) => {
    const file: Record<string, Vectors> = await import(`../declared/${name}.ts`);
    return file[name]!;
  }),
);
