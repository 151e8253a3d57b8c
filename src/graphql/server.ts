import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  type ValidationRule,
} from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Context, Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { operationOf } from '../observability/operations.ts';
import type { Trace } from '../trace.ts';
import { createCostLimit } from './cost-limit.ts';
import { createDocuments } from './documents.ts';
import { presentError } from './errors.ts';
import type { Executor } from './executor.ts';
import { createGraphiQL } from './graphiql.ts';
import { EXAMPLE_OPERATIONS } from './graphiql-examples.ts';
import { mistakesIn, readKnownOperations } from './known-operations.ts';
import { nestingPlugin } from './nesting.ts';
import type { OperationParams } from './operation.ts';
import { createPersistedOperations, type PersistedOperations } from './persisted-operations.ts';
import { schema } from './schema.ts';
import { storableLiterals, textFlaw } from './text.ts';

/** E14 as a GraphQL operation respells 139 names. */
const MAX_ALIASES = 200;

/** What a request brings into the pipeline: its context, made by the front that received it. */
interface Prepared {
  prepared: Context;
}

export interface GraphQLServer {
  /**
   * The short way: an operation in, its result out. A text is parsed and validated through Yoga's plugins when it comes
   * first and known from then on; checks, execution and error masking are those of Yoga's way.
   */
  run(params: OperationParams, context: Context): Promise<ExecutionResult>;
  /** Everything else: GraphiQL, GET, server-sent events. */
  readonly yoga: YogaServerInstance<Prepared, object>;
  /** Whether browsers are shown GraphiQL. */
  readonly hasPage: boolean;
  /** The content security policy of GraphiQL. */
  pagePolicy(): string;
}

export function createGraphQLServer({ config, logger }: Services, executor: Executor): GraphQLServer {
  const report = (error: unknown, trace?: Trace) =>
    logger.error({ err: error, traceId: trace?.id }, 'an operation failed');

  const graphiql = createGraphiQL();
  const hasPage = config.GRAPHIQL && !config.PERSISTED_ONLY;
  const known = readKnownOperations(config);
  for (const mistake of mistakesIn(schema, known)) logger.warn(mistake, 'a persisted operation cannot run');
  const persisted = createPersistedOperations({ known, only: config.PERSISTED_ONLY });

  const cost = createCostLimit(schema, { nodes: config.GRAPHQL_MAX_NODES, depth: config.GRAPHQL_MAX_DEPTH });
  const check: Check = (args) => textFlaw(args) ?? cost.refusal(args);
  const checkedExecutor = async (args: ExecutionArgs): Promise<ExecutionResult> => {
    const error = check(args);
    return error ? { errors: [error] } : cost.told(args, await executor(args));
  };

  const documents = createDocuments();
  const yoga = createYoga<Prepared>({
    schema,
    context: ({ prepared }) => prepared,
    cors: false,
    landingPage: false,
    logging: false,
    graphqlEndpoint: '/graphql',
    graphiql: hasPage && {
      title: 'Campaigns API',
      defaultQuery: EXAMPLE_OPERATIONS,
      defaultEditorToolsVisibility: 'headers',
      headers: JSON.stringify({ Authorization: 'Bearer ' }, null, 2),
      shouldPersistHeaders: true,
    },
    renderGraphiQL: graphiql.render,
    // Yoga's own streams are not Node's: Node's Response takes them apart and breaks when a client leaves.
    fetchAPI: { Response, ReadableStream },
    maxRequestBodySize: config.BODY_LIMIT_BYTES,
    // What is no operation is not kept.
    parserAndValidationCache: { documentCache: documents, errorCache: { get: () => undefined, set() {} } },
    // Answered by upload.ts, which does not hold the file in memory.
    multipart: false,
    maskedErrors: { maskError: (error) => presentError(error, report) },
    plugins: [
      persistedOperations(persisted),
      execution(checkedExecutor, check),
      noteOutcome,
      rule(storableLiterals),
      maxTokensPlugin({ n: 5_000 }),
      maxAliasesPlugin({ n: MAX_ALIASES, allowList: [] }),
      maxDirectivesPlugin({ n: 50 }),
      !config.INTROSPECTION && withoutIntrospection,
      // Last: around what the others put in the place of graphql-js.
      nestingPlugin,
    ],
  });

  const validated = new WeakMap<DocumentNode, readonly GraphQLError[]>();

  /** Throws what parsing throws. */
  function validDocument(text: string): { document: DocumentNode; errors: readonly GraphQLError[] } {
    const known = documents.get(text);
    const found = known && validated.get(known);
    if (found) return { document: known, errors: found };
    const { parse, validate } = yoga.getEnveloped({ params: { query: text } } as never);
    const document = parse(text);
    const errors = validate(schema, document).map(withoutHttp);
    validated.set(document, errors);
    return { document, errors };
  }

  function presented(result: ExecutionResult | { errors: readonly unknown[] }, { trace }: Context): ExecutionResult {
    if (!result.errors) return result as ExecutionResult;
    const errors = result.errors.map((error) => presentError(error, (cause) => report(cause, trace)));
    trace.code = codeOf(errors);
    return { ...result, errors };
  }

  return {
    yoga,
    hasPage,
    pagePolicy: graphiql.policy,
    async run(params, context) {
      try {
        const found = persisted.find(params);
        if (found instanceof GraphQLError) return presented({ errors: [found] }, context);
        const { document, errors } = validDocument(found.query!);
        if (errors.length > 0) return presented({ errors }, context);
        const { operationName, variables } = params;
        if (getOperationAST(document, operationName)?.operation === 'subscription') throw AS_STREAM;
        context.params = params;
        const args = { schema, document, operationName, contextValue: context, variableValues: variables };
        return presented(await checkedExecutor(args), context);
      } catch (error) {
        return presented({ errors: [error] }, context);
      }
    },
  };
}

/** What keeps an operation that is valid from running; null when nothing does. */
type Check = (args: ExecutionArgs) => GraphQLError | null;

const AS_STREAM = new AppError('BAD_REQUEST', 'Subscriptions are answered as a stream: accept text/event-stream.');

/** Yoga notes on validation errors which status its own HTTP layer is to answer. */
function withoutHttp(error: GraphQLError): GraphQLError {
  const { http: _, ...extensions } = error.extensions;
  return Object.assign(error, { extensions });
}

/** For what comes through Yoga's HTTP layer. */
const persistedOperations = ({ find }: PersistedOperations): Plugin => ({
  onParams({ params, setParams, setResult }) {
    const found = find(params as OperationParams);
    if (found instanceof GraphQLError) setResult({ errors: [found] });
    else setParams(found as typeof params);
  },
});

const codeOf = (errors: readonly GraphQLError[]) => errors[0]?.extensions.code as string | undefined;

/** What {@link GraphQLServer.run} notes itself. */
const noteOutcome: Plugin = {
  onSubscribe({ args }) {
    (args.contextValue as unknown as Context).trace.operation = operationOf(args.document, args.operationName);
  },
  onExecutionResult({ result, context }) {
    const errors = result && 'errors' in result ? result.errors : undefined;
    if (errors) (context as unknown as Prepared).prepared.trace.code = codeOf(errors);
  },
};

/** For what comes through Yoga's HTTP layer. */
const execution = (executor: (args: ExecutionArgs) => Promise<ExecutionResult>, check: Check): Plugin => ({
  onExecute({ setExecuteFn }) {
    setExecuteFn(executor);
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const error = check(args);
    if (error) setResultAndStopExecution({ errors: [error] });
  },
});

/** What a mistyped name resembles tells of the schema, too. */
const withoutIntrospection: Plugin = {
  onValidate({ addValidationRule, validateFn, setValidationFn }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    setValidationFn((schema, document, rules) => validateFn(schema, document, rules, { hideSuggestions: true }));
  },
};

const rule = (validationRule: ValidationRule): Plugin => ({
  onValidate({ addValidationRule }) {
    addValidationRule(validationRule);
  },
});
