import { GraphQLError } from 'graphql';
import type { Plugin } from './text-limits.ts';

/**
 * Parsing and validating recurse into everything nested. Nobody can tell beforehand when the stack will overflow, so
 * the overflow itself is the limit and is reported as one.
 */
export const nestingPlugin: Plugin = {
  onParse: ({ parseFn, setParseFn }) => setParseFn(withinStack(parseFn)),
  onValidate: ({ validateFn, setValidationFn }) => setValidationFn(withinStack(validateFn)),
};

const withinStack =
  <Args extends unknown[], Result>(read: (...args: Args) => Result) =>
  (...args: Args): Result => {
    try {
      return read(...args);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new GraphQLError('The operation is nested too deeply.', { extensions: { code: 'DEPTH_LIMIT_EXCEEDED' } });
    }
  };
