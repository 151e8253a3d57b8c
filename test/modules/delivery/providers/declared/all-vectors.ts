import { aws } from './aws.ts';
import { bandwidth } from './bandwidth.ts';
import { bird } from './bird.ts';
import { infobip } from './infobip.ts';
import { jasmin } from './jasmin.ts';
import { kannel } from './kannel.ts';
import { messagebird } from './messagebird.ts';
import { plivo } from './plivo.ts';
import { sinch } from './sinch.ts';
import { telnyx } from './telnyx.ts';
import { twilio } from './twilio.ts';
import type { Vectors } from './vectors.ts';
import { vonage } from './vonage.ts';

export const ALL_VECTORS: readonly Vectors[] = [
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
];
