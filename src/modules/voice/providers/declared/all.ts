/** A line for each declaration, named as the API names the provider. */
export { bland } from './bland.ts';
export { custom } from './custom.ts';
export { retell } from './retell.ts';
export { vapi } from './vapi.ts';
