import type { z } from 'zod';
import { DECLARED, type DeclaredAdapter } from './declared/declarations.ts';

export interface AdapterField {
  name: string;
  label: string;
  hint: string;
  isRequired: boolean;
  /** The value that is used when it is left out. */
  usual: unknown;
}

export interface AdapterInfo {
  adapter: DeclaredAdapter;
  label: string;
  documentation: string;
  settings: AdapterField[];
  credentials: AdapterField[];
}

/** The adapters that are set up by entering values. */
export const adapterList = (): AdapterInfo[] =>
  (Object.entries(DECLARED) as [DeclaredAdapter, (typeof DECLARED)[DeclaredAdapter]][]).map(
    ([adapter, { label, documentation, settings, credentials }]) => ({
      adapter,
      label,
      documentation,
      settings: fieldsOf(settings),
      credentials: fieldsOf(credentials),
    }),
  );

const fieldsOf = ({ shape }: z.ZodObject): AdapterField[] =>
  Object.entries(shape as Record<string, z.ZodType>).map(([name, type]) => {
    const { title = name, description = '' } = type.meta() ?? {};
    const usual = type.safeParse(undefined);
    return { name, label: title, hint: description, isRequired: !usual.success, usual: usual.data ?? null };
  });
