/** For waits that end as soon as their condition holds: long enough for a busy machine. */
export const PATIENCE = { timeout: 300_000, interval: 25 };
