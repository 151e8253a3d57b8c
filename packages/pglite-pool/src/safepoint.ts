/**
 * PGlite's PostgreSQL computes on the thread of its caller, so while a statement runs no timer fires and nothing can cancel it.
 * This makes PostgreSQL itself call us as it goes: `withSafepoint` puts a call of `CALLED` at the beginning of `VISITED`, which
 * PostgreSQL runs for every row that a plan's node looks at. What is called may ask for a cancellation, in the way that a signal
 * handler would on a server.
 */
const VISITED = 'MemoryContextReset';
/** An import without arguments and result that PostgreSQL needs only when it exits. */
export const CALLED = '_emscripten_runtime_keepalive_clear';

const [IMPORTS, EXPORTS, CODE] = [2, 7, 10];
const [FUNCTION, TABLE, MEMORY, GLOBAL, TAG] = [0, 1, 2, 3, 4];
const CALL = 0x10;

/** WebAssembly with the call in it. Only the section with the code changes. */
export function withSafepoint(program: Buffer): Buffer<ArrayBuffer> {
  const reader = new Reader(program);
  let imported = 0;
  let called = -1;
  let visited = -1;
  for (const { id, from, start, end } of reader.sections()) {
    if (id === IMPORTS) {
      for (const { name, kind } of reader.imports()) {
        if (kind !== FUNCTION) continue;
        if (name === CALLED) called = imported;
        imported += 1;
      }
    } else if (id === EXPORTS) {
      visited = reader.exports().find(({ name, kind }) => name === VISITED && kind === FUNCTION)?.index ?? -1;
    } else if (id === CODE && called >= 0 && visited >= imported) {
      const { at, bodyEnd, bodyStart, sizeStart } = reader.beginOfBody(visited - imported);
      const call = Buffer.from([CALL, ...leb(called)]);
      const body = Buffer.concat([program.subarray(bodyStart, at), call, program.subarray(at, bodyEnd)]);
      const code = [
        program.subarray(start, sizeStart),
        Buffer.from(leb(body.length)),
        body,
        program.subarray(bodyEnd, end),
      ];
      const size = code.reduce((sum, { length }) => sum + length, 0);
      return Buffer.concat([
        program.subarray(0, from),
        Buffer.from([CODE, ...leb(size)]),
        ...code,
        program.subarray(end),
      ]);
    }
  }
  throw new Error(`PostgreSQL’s program has no ${VISITED} that could call ${CALLED}.`);
}

/** An unsigned number as WebAssembly writes it. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

class Reader {
  readonly #bytes: Buffer;
  #at = 8;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  *sections(): Generator<{ id: number; from: number; start: number; end: number }> {
    while (this.#at < this.#bytes.length) {
      const from = this.#at;
      const id = this.#byte();
      const size = this.#number();
      const start = this.#at;
      yield { id, from, start, end: start + size };
      this.#at = start + size;
    }
  }

  *imports(): Generator<{ name: string; kind: number }> {
    for (let left = this.#number(); left > 0; left -= 1) {
      this.#text();
      const name = this.#text();
      const kind = this.#byte();
      this.#skipType(kind);
      yield { name, kind };
    }
  }

  exports(): { name: string; kind: number; index: number }[] {
    return Array.from({ length: this.#number() }, () => ({
      name: this.#text(),
      kind: this.#byte(),
      index: this.#number(),
    }));
  }

  /** Where the instructions of the n-th function begin, and where its body and the size before it are. */
  beginOfBody(n: number): { at: number; bodyStart: number; bodyEnd: number; sizeStart: number } {
    this.#number();
    for (let left = n; left > 0; left -= 1) this.#at = this.#number() + this.#at;
    const sizeStart = this.#at;
    const size = this.#number();
    const bodyStart = this.#at;
    for (let locals = this.#number(); locals > 0; locals -= 1) {
      this.#number();
      this.#byte();
    }
    return { at: this.#at, bodyStart, bodyEnd: bodyStart + size, sizeStart };
  }

  /** Functions and tags name a type, tables and memories have limits, globals a type and whether they change. */
  #skipType(kind: number): void {
    if (kind === FUNCTION) this.#number();
    else if (kind === MEMORY) this.#skipLimits();
    else this.#at += 1;
    if (kind === TABLE) this.#skipLimits();
    else if (kind === GLOBAL) this.#at += 1;
    else if (kind === TAG) this.#number();
  }

  #skipLimits(): void {
    const flags = this.#byte();
    this.#number();
    if (flags & 1) this.#number();
  }

  #text(): string {
    const length = this.#number();
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  #number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  #byte(): number {
    return this.#bytes[this.#at++]!;
  }
}
