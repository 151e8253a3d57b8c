/** Work under one name is done one after the other. */
export function openTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}
