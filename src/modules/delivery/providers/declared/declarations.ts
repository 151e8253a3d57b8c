import type { RouteProvider } from '../../../../generated/prisma/client.ts';
import { aws } from './aws.ts';
import { bandwidth } from './bandwidth.ts';
import { bird } from './bird.ts';
import type { Declaration } from './declaration.ts';
import { infobip } from './infobip.ts';
import { jasmin } from './jasmin.ts';
import { kannel } from './kannel.ts';
import { messagebird } from './messagebird.ts';
import { plivo } from './plivo.ts';
import { sinch } from './sinch.ts';
import { telnyx } from './telnyx.ts';
import { twilio } from './twilio.ts';
import { vonage } from './vonage.ts';

export type DeclaredName = Exclude<RouteProvider, 'simulator' | 'http' | 'smpp' | 'custom'>;

/** `custom` is what a team declares itself. */
export type AnyDeclaredName = DeclaredName | 'custom';

/** Null: nobody can choose it yet. */
export const DECLARATIONS: Readonly<Record<DeclaredName, Declaration | null>> = {
  twilio,
  vonage,
  telnyx,
  infobip,
  sinch,
  plivo,
  bird,
  bandwidth,
  aws,
  kannel,
  jasmin,
  messagebird,
};

export const isDeclared = (name: string): name is AnyDeclaredName =>
  name === 'custom' || Object.hasOwn(DECLARATIONS, name);
