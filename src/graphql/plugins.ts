import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { operationOf } from './observed.ts';
import type { OperationParams } from './operation.ts';
import type { PersistedOperations } from './persisted-operations.ts';

/** Why a valid operation must not run; null when it may. */
export type Check = (args: ExecutionArgs) => GraphQLError | null;

/** For requests that go through Yoga's HTTP layer. */
export const persistedOperations = ({ find }: PersistedOperations): Plugin => ({
  onParams({ params, setParams, setResult }) {
    const found = find(params as OperationParams);
    if (found instanceof GraphQLError) setResult({ errors: [found] });
    else setParams(found as typeof params);
  },
});

export const codeOf = (errors: readonly GraphQLError[]) => errors[0]?.extensions.code as string | undefined;

/** For requests that go through Yoga's HTTP layer; the direct way notes it itself. */
export const noteOutcome: Plugin = {
  onSubscribe({ args }) {
    (args.contextValue as unknown as Context).trace.operation = operationOf(args.document, args.operationName);
  },
  onExecutionResult({ result, context }) {
    const errors = result && 'errors' in result ? result.errors : undefined;
    if (errors) (context as unknown as { prepared: Context }).prepared.trace.code = codeOf(errors);
  },
};

/** For requests that go through Yoga's HTTP layer. */
export const execution = (executor: (args: ExecutionArgs) => Promise<ExecutionResult>, check: Check): Plugin => ({
  onExecute({ setExecuteFn }) {
    setExecuteFn(executor);
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const error = check(args);
    if (error) setResultAndStopExecution({ errors: [error] });
  },
});

/** Suggestions for mistyped names reveal the schema, too. */
export const withoutIntrospection: Plugin = {
  onValidate({ addValidationRule, validateFn, setValidationFn }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    setValidationFn((schema, document, rules) => validateFn(schema, document, rules, { hideSuggestions: true }));
  },
};

export const rule = (validationRule: ValidationRule): Plugin => ({
  onValidate({ addValidationRule }) {
    addValidationRule(validationRule);
  },
});
