import type { RouteProvider } from '../../../../generated/prisma/client.ts';
import type { Declaration } from './declaration.ts';
import { twilio } from './twilio.ts';
import { vonage } from './vonage.ts';

export type DeclaredName = Exclude<RouteProvider, 'simulator' | 'http' | 'smpp' | 'custom'>;

/** `custom` is what a team declares itself. */
export type AnyDeclaredName = DeclaredName | 'custom';

/** Null: nobody can choose it yet. */
export const DECLARATIONS: Readonly<Record<DeclaredName, Declaration | null>> = {
  twilio,
  vonage,
  telnyx: null,
  infobip: null,
  sinch: null,
  plivo: null,
  bird: null,
  bandwidth: null,
  aws: null,
  kannel: null,
  jasmin: null,
};

export const isDeclared = (name: string): name is AnyDeclaredName =>
  name === 'custom' || Object.hasOwn(DECLARATIONS, name);
