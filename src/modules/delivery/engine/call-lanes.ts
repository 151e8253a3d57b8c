interface Provider {
  readonly capabilities: { readonly maxInFlight: number };
}

/** By provider: calls under way in this process, and those that wait for their turn. */
const lanes = new WeakMap<Provider, { calls: number; waiting: (() => void)[] }>();

/** Resolves when the provider takes another call, in the order of asking. Call the result when it has answered. */
export async function enterLane(provider: Provider): Promise<() => void> {
  const known = lanes.get(provider) ?? { calls: 0, waiting: [] };
  lanes.set(provider, known);
  if (known.calls < provider.capabilities.maxInFlight) known.calls += 1;
  else await new Promise<void>((resolve) => known.waiting.push(resolve));
  return () => {
    const next = known.waiting.shift();
    // Its place goes to the next one.
    if (next) next();
    else known.calls -= 1;
  };
}
