/** How long a test waits for something to happen: it ends as soon as it has, and a busy machine has its time. */
export const PATIENCE = { timeout: 90_000, interval: 25 };
