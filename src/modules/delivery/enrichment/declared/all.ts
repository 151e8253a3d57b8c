/** A line for each declaration, named as the API names the provider. */
export { telnyx } from './telnyx.ts';
export { twilio } from './twilio.ts';
