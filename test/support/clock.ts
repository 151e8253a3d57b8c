/**
 * A clock of which `new Date()` reads another moment. `Date.now()` goes on: Prisma's ids are made of it, never go back, and would
 * be of tomorrow for all tests that run later in this process.
 */
export function reading(moment: string): DateConstructor {
  return class extends Date {
    constructor(...values: []) {
      super(...((values.length === 0 ? [moment] : values) as []));
    }
    static override [Symbol.hasInstance] = (value: unknown) =>
      Object.prototype.toString.call(value) === '[object Date]';
  } as DateConstructor;
}
