const SWEEP_MS = 1_000;

/** When each engine of this process last looked. */
const looked = new WeakMap<object, number>();

/** Looks once a second for what dead workers left, whether much else is due or nothing. Where it finds something it looks again at once. */
export async function sweepInTurn<Engine extends { now(): Date }>(
  engine: Engine,
  sweep: (engine: Engine) => Promise<boolean>,
): Promise<boolean> {
  const now = engine.now().getTime();
  if (now - (looked.get(engine) ?? 0) < SWEEP_MS) return false;
  looked.set(engine, now);
  const found = await sweep(engine);
  if (found) looked.delete(engine);
  return found;
}
