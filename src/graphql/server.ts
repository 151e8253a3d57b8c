import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { type ExecutionResult, GraphQLError, getOperationAST, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Context, Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { operationOf } from '../observability/operations.ts';
import type { Trace } from '../trace.ts';
import { costPlugin } from './cost-plugin.ts';
import { presentError } from './errors.ts';
import type { Executor } from './executor.ts';
import { createGraphiQL } from './graphiql.ts';
import { EXAMPLE_OPERATIONS } from './graphiql-examples.ts';
import { mistakesIn, readKnownOperations } from './known-operations.ts';
import type { OperationParams } from './operation.ts';
import { createPersistedOperations, type PersistedOperations } from './persisted-operations.ts';
import { schema } from './schema.ts';
import { textPlugin } from './text-plugin.ts';

/** E14 as a GraphQL operation respells 139 names. */
const MAX_ALIASES = 200;

/** What a request brings into the pipeline: its context, made by the front that received it. */
interface Prepared {
  prepared: Context;
}

export interface GraphQLServer {
  /** The short way: an operation in, its result out, through the same plugins, limits and error masking as Yoga. */
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
    // Answered by upload.ts, which does not hold the file in memory.
    multipart: false,
    maskedErrors: { maskError: (error) => presentError(error, report) },
    plugins: [
      persistedOperations(persisted),
      compiledExecution(executor),
      noteOutcome,
      textPlugin,
      costPlugin(schema, { nodes: config.GRAPHQL_MAX_NODES, depth: config.GRAPHQL_MAX_DEPTH }),
      maxTokensPlugin({ n: 5_000 }),
      maxAliasesPlugin({ n: MAX_ALIASES, allowList: [] }),
      maxDirectivesPlugin({ n: 50 }),
      !config.INTROSPECTION && withoutIntrospection,
    ],
  });

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
      const failed = (error: unknown) => presented({ errors: [error] }, context);
      try {
        const found = persisted.find(params);
        if (found instanceof GraphQLError) return failed(found);
        const enveloped = yoga.getEnveloped({ prepared: context, params } as never);
        const document = enveloped.parse(found.query!);
        const invalid = enveloped.validate(enveloped.schema, document);
        if (invalid.length > 0) return presented({ errors: invalid.map(withoutHttp) }, context);
        if (getOperationAST(document, params.operationName)?.operation === 'subscription') return failed(AS_STREAM);
        return presented(
          (await enveloped.execute({
            schema: enveloped.schema,
            document,
            contextValue: await enveloped.contextFactory(),
            variableValues: params.variables,
            operationName: params.operationName,
          })) as ExecutionResult,
          context,
        );
      } catch (error) {
        return failed(error);
      }
    },
  };
}

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

const compiledExecution = (executor: Executor): Plugin => ({
  onExecute({ setExecuteFn }) {
    setExecuteFn(executor);
  },
});

const withoutIntrospection: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
  },
};
