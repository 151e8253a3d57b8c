/** A line for each declaration, named as the API names the provider. */
export { aws } from './aws.ts';
export { bandwidth } from './bandwidth.ts';
export { bird } from './bird.ts';
export { infobip } from './infobip.ts';
export { jasmin } from './jasmin.ts';
export { kannel } from './kannel.ts';
export { messagebird } from './messagebird.ts';
export { plivo } from './plivo.ts';
export { sinch } from './sinch.ts';
export { telnyx } from './telnyx.ts';
export { twilio } from './twilio.ts';
export { vonage } from './vonage.ts';
export { zenvia } from './zenvia.ts';
