/** One that fails each time must not keep those after it waiting. The first failure is thrown once all were tried. */
export async function tryEach<One>(ones: readonly One[], run: (one: One) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of ones) await run(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
