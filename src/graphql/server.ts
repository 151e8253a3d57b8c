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
  OperationTypeNode,
  type ValidationRule,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { accountOperations } from '../account-pages/operations.ts';
import type { Context, Services } from '../context.ts';
import { AppError } from '../errors.ts';
import type { HttpResponse } from '../http.ts';
import { operationOf } from '../observability/operations.ts';
import type { Trace } from '../trace.ts';
import { STREAM } from './accept.ts';
import { createCostLimit } from './cost-limit.ts';
import { createDocuments } from './documents.ts';
import { presentError } from './errors.ts';
import type { Executor } from './executor.ts';
import { createGraphiQL, type Explorer } from './graphiql.ts';
import { mistakesIn, readKnownOperations } from './known-operations.ts';
import { nestingPlugin } from './nesting.ts';
import type { OperationParams } from './operation.ts';
import { createPersistedOperations, type PersistedOperations } from './persisted-operations.ts';
import { rememberRefusals } from './refusals.ts';
import { answerRefused } from './refused-input.ts';
import { schema } from './schema.ts';
import { storableLiterals, textFlaw } from './text.ts';

/** E14 as a GraphQL operation respells 139 names. */
const MAX_ALIASES = 200;

/** What a request brings into the pipeline: its context, made by the front that received it. */
interface Prepared {
  prepared: Context;
}

/** An operation that is valid, and what it runs with. */
export interface FoundOperation {
  type: OperationTypeNode;
  document: DocumentNode;
  params: OperationParams;
}

type Refused = Required<Pick<ExecutionResult, 'errors'>>;

export interface GraphQLServer {
  /**
   * The operation that a request asks for, or why there is none. A text is parsed and validated through Yoga's plugins
   * when it comes first and known from then on.
   */
  find(params: OperationParams, context: Context): FoundOperation | Refused;
  /** Runs a query or a mutation. A subscription is refused: it is answered as a stream. */
  execute(operation: FoundOperation, context: Context): Promise<ExecutionResult>;
  /** The results of a subscription as server-sent events, through Yoga, until `signal` says that nobody listens. */
  subscribe(params: OperationParams, context: Context, signal: AbortSignal): Promise<HttpResponse>;
  /** GraphiQL, unless browsers are not shown it. */
  page: (() => HttpResponse) | null;
}

export function createGraphQLServer(
  { config, logger }: Services,
  executor: Executor,
  explorer: Explorer | undefined,
): GraphQLServer {
  const report = (error: unknown, trace?: Trace) =>
    logger.error({ err: error, traceId: trace?.id }, 'an operation failed');

  const known = new Map([...accountOperations, ...readKnownOperations(config)]);
  for (const mistake of mistakesIn(schema, known)) logger.warn(mistake, 'a persisted operation cannot run');
  const persisted = createPersistedOperations({ known, only: config.PERSISTED_ONLY });

  const cost = createCostLimit(schema, {
    nodes: config.GRAPHQL_MAX_NODES,
    fields: config.GRAPHQL_MAX_FIELDS,
    depth: config.GRAPHQL_MAX_DEPTH,
  });
  const check: Check = (args) => {
    const flaw = textFlaw(args);
    if (flaw) return flaw;
    const refusal = cost.refusal(args);
    if (refusal) (args.contextValue as Context).charge();
    return refusal;
  };
  const checkedExecutor = async (args: ExecutionArgs): Promise<ExecutionResult> => {
    const error = check(args);
    if (error) return { errors: [error] };
    const result = await executor(args);
    // Of operations that ran, something is answered.
    const refused =
      result.errors && !('data' in result) && (await answerRefused(schema, args, executor, result.errors));
    return cost.told(args, refused || result);
  };

  const documents = createDocuments();
  const yoga = createYoga<Prepared>({
    schema,
    context: ({ prepared }) => prepared,
    cors: false,
    landingPage: false,
    logging: false,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    // Yoga's own streams are not Node's: Node's Response takes them apart and breaks when a client leaves.
    fetchAPI: { Response, ReadableStream },
    maxRequestBodySize: config.BODY_LIMIT_BYTES,
    // What is no operation is not kept.
    parserAndValidationCache: {
      documentCache: {
        get: (text) => documents.get(text),
        set: (text, document) => void (document.loc && documents.set(text, document)),
      },
      errorCache: { get: () => undefined, set() {} },
    },
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
      rememberRefusals(documents),
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

  function chargedDocument(text: string, context: Context): ReturnType<typeof validDocument> {
    let valid = false;
    try {
      const found = validDocument(text);
      valid = found.errors.length === 0;
      return found;
    } finally {
      if (!valid) context.charge();
    }
  }

  function presented(result: ExecutionResult | { errors: readonly unknown[] }, { trace }: Context): ExecutionResult {
    if (!result.errors) return result as ExecutionResult;
    const errors = result.errors.map((error) => presentError(error, (cause) => report(cause, trace)));
    trace.code = codeOf(errors);
    return { ...result, errors };
  }

  /** As results: nothing that goes wrong with an operation is the request's failure. */
  function attempt<T>(context: Context, work: () => T): T | Refused {
    try {
      return work();
    } catch (error) {
      return presented({ errors: [error] }, context) as Refused;
    }
  }

  return {
    find: (params, context) =>
      attempt(context, () => {
        const found = persisted.find(params);
        if (found instanceof GraphQLError) throw found;
        const { document, errors } = chargedDocument(found.query!, context);
        if (errors.length > 0) return presented({ errors }, context) as Refused;
        const type = getOperationAST(document, params.operationName)?.operation ?? OperationTypeNode.QUERY;
        return { type, document, params };
      }),
    async execute({ type, document, params }, context) {
      try {
        if (type === 'subscription') throw AS_STREAM;
        context.params = params;
        const { operationName, variables } = params;
        const args = { schema, document, operationName, contextValue: context, variableValues: variables };
        return presented(await checkedExecutor(args), context);
      } catch (error) {
        return presented({ errors: [error] }, context);
      }
    },
    async subscribe(params, context, signal) {
      const request = new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { accept: STREAM, 'content-type': 'application/json' },
        body: JSON.stringify(params),
        signal,
      });
      const { status, body } = await yoga.fetch(request, { prepared: context });
      return { status, headers: { 'content-type': STREAM }, body: null, pieces: body ?? undefined };
    },
    page: config.GRAPHIQL && !config.PERSISTED_ONLY ? createGraphiQL(explorer) : null,
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
