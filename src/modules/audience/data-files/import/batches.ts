export async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Prepares the next item while the current one is used. */
export async function* ahead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (let next = iterator.next(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = iterator.next();
      next.catch(() => {});
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
