/** Values of enumerations, names of fields and states, where a language does not read them as they are written. */
export const values: Readonly<Record<string, string>> = {};
