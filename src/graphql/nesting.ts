import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * What reads a document calls itself for everything nested. Before it runs out of stack nobody knows that it will, so
 * running out is the limit, and told like one.
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
