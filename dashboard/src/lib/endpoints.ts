import { endpoints } from '../texts/more.ts';

/** REST operations that a token may be limited to, as the server names them. A test compares them with it. */
export const ENDPOINTS = Object.entries(endpoints).map(([path, text]) => [path, `${text} (${path})`] as const);
