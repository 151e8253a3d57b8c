import { chosen } from './language.ts';

/** Values of enumerations, names of fields and states, where a language does not read them as they are written. */
export const values = chosen<Readonly<Record<string, string>>>('values', {});
