import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
} from 'graphql';
import { nestingPlugin, textLimits } from 'graphql-limits';
import { createYoga } from 'graphql-yoga';
import type { Context, Services } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Trace } from '../trace.ts';
import { STREAM } from './accept.ts';
import { createCostLimit } from './cost-limit.ts';
import { createDocuments } from './documents.ts';
import { presentError } from './errors.ts';
import type { Executor } from './executor.ts';
import { createGraphiQL, type Explorer } from './graphiql.ts';
import { mistakesIn, readKnownOperations } from './known-operations.ts';
import { fieldsOfLiterals, liftLiterals, literalsPlugin } from './literals.ts';
import type { OperationParams } from './operation.ts';
import { createPersistedOperations } from './persisted-operations.ts';
import {
  type Check,
  codeOf,
  execution,
  noteOutcome,
  persistedOperations,
  rule,
  withoutIntrospection,
} from './plugins.ts';
import { rememberRefusals } from './refusals.ts';
import { answerRefused } from './refused-input.ts';
import { storableLiterals, textFlaw } from './text.ts';

/** E14 as a GraphQL operation has 139 aliases. */
const TEXT = { tokens: 5_000, aliases: 200, directives: 50 };

/** How many requests an operation counts as, besides one: reading its text may cost more than answering many others. */
const CHARGES = {
  /** Grows with the text, which is parsed, validated and perhaps compiled. */
  unseen: (text: string) => 4 + Math.floor(text.length / 1_000),
  refused: 9,
  /** Refused texts are remembered, so a repeat costs less. */
  refusedUnseen: 49,
} as const;

/** The request's context, made by the front that received it. */
interface Prepared {
  prepared: Context;
}

/** A valid operation and its parameters. */
export interface FoundOperation {
  type: OperationTypeNode;
  document: DocumentNode;
  params: OperationParams;
  /** Why its literals are refused; it runs to find out what else is wrong, and changes nothing. */
  literals?: readonly GraphQLError[];
}

type Refused = Required<Pick<ExecutionResult, 'errors'>>;

export interface GraphQLServer {
  /**
   * The operation that a request asks for, or the errors when there is none. Yoga's plugins parse and validate a text
   * the first time; after that it is known.
   */
  find(params: OperationParams, context: Context): FoundOperation | Refused;
  /** Runs a query or a mutation. A subscription is refused, because it is answered as a stream. */
  execute(operation: FoundOperation, context: Context): Promise<ExecutionResult>;
  /** The results of a subscription as server-sent events, through Yoga, until `signal` aborts. */
  subscribe(params: OperationParams, context: Context, signal: AbortSignal): Promise<Response>;
  /** GraphiQL; null when it is switched off. */
  page: (() => string) | null;
}

export interface GraphQLOptions {
  schema: GraphQLSchema;
  executor: Executor;
  /** What GraphiQL opens with. */
  explorer: Explorer | undefined;
  /** Operations of our own pages by the SHA-256 of their text, beside those of the configuration. */
  known: ReadonlyMap<string, string>;
}

export function createGraphQLServer(
  { config, logger }: Services,
  { schema, executor, explorer, known: builtIn }: GraphQLOptions,
): GraphQLServer {
  const report = (error: unknown, trace?: Trace) =>
    logger.error({ err: error, traceId: trace?.id }, 'an operation failed');

  const ours = readKnownOperations(config);
  for (const mistake of mistakesIn(schema, ours)) logger.warn(mistake, 'a persisted operation cannot run');
  const known = new Map([...builtIn, ...ours]);
  const persisted = createPersistedOperations({ known, only: config.PERSISTED_ONLY });

  const cost = createCostLimit(schema, {
    nodes: config.GRAPHQL_MAX_NODES,
    fields: config.GRAPHQL_MAX_FIELDS,
    depth: config.GRAPHQL_MAX_DEPTH,
  });
  const check: Check = (args) => textFlaw(args) ?? tooCostly(args);
  const tooCostly: Check = (args) => {
    const refusal = cost.refusal(args);
    if (refusal) (args.contextValue as Context).charge(CHARGES.refused);
    return refusal;
  };
  const checkedExecutor = async (args: ExecutionArgs): Promise<ExecutionResult> => {
    const error = tooCostly(args);
    if (error) return { errors: [error] };
    const flaw = textFlaw(args);
    const result: ExecutionResult = flaw ? { errors: [flaw] } : await executor(args);
    // An operation that ran has `data`.
    const refused =
      result.errors && !('data' in result) && (await answerRefused(schema, args, executor, result.errors));
    return cost.told(args, refused || result);
  };

  async function tellRefused({ params, document, literals = [] }: FoundOperation, context: Context) {
    const { values, places, ...lifted } = liftLiterals(schema, document);
    const { operationName, variables } = params;
    const variableValues = { ...variables, ...values };
    const args = { schema, document: lifted.document, operationName, contextValue: context, variableValues };
    const error = tooCostly(args);
    if (error) return { errors: [error] };
    const told = await answerRefused(schema, args, executor, literals, { fields: fieldsOfLiterals(literals)!, places });
    return cost.told(args, told!);
  }

  const documents = createDocuments();
  const refusals = rememberRefusals(documents);
  const yoga = createYoga<Prepared>({
    schema,
    context: ({ prepared }) => prepared,
    cors: false,
    landingPage: false,
    logging: false,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    // Yoga's own streams are not Node's: Node's Response would wrap them, and breaks when a client leaves.
    fetchAPI: { Response, ReadableStream },
    maxRequestBodySize: config.BODY_LIMIT_BYTES,
    // Texts that are no document are not kept.
    parserAndValidationCache: {
      documentCache: {
        get: (text) => documents.get(text),
        set: (text, document) => void (document.loc && documents.set(text, document)),
      },
      errorCache: { get: () => undefined, set() {} },
    },
    // upload.ts does this without holding the file in memory.
    multipart: false,
    maskedErrors: { maskError: (error) => presentError(error, report) },
    plugins: [
      persistedOperations(persisted),
      execution(checkedExecutor, check),
      noteOutcome,
      rule(storableLiterals),
      ...textLimits(TEXT),
      !config.INTROSPECTION && withoutIntrospection,
      // Last, to be around what the other plugins put in place of graphql-js.
      nestingPlugin,
      literalsPlugin,
      refusals.plugin,
    ],
  });

  const validated = new WeakSet<DocumentNode>();
  const refused = new WeakMap<readonly GraphQLError[], Refused>();

  /** Throws the errors of parsing. */
  function validDocument(text: string, context: Context): DocumentNode | Refused {
    const refusal = refusals.of(text);
    if (refusal) {
      context.charge(CHARGES.refused);
      return refusedFor(refusal, context);
    }
    const known = documents.get(text);
    if (known && validated.has(known)) return known;
    let charge: number = CHARGES.refusedUnseen;
    try {
      const enveloped = yoga.getEnveloped({ params: { query: text } } as never);
      const document = enveloped.parse(text);
      const errors = enveloped.validate(schema, document).map(withoutHttp);
      if (errors.length > 0) return presented({ errors }, context) as Refused;
      validated.add(document);
      charge = CHARGES.unseen(text);
      return document;
    } finally {
      context.charge(charge);
    }
  }

  /** Made once per refused text. */
  function refusedFor(refusal: readonly GraphQLError[], context: Context): Refused {
    let told = refused.get(refusal);
    if (!told) {
      told = presented({ errors: refusal }, context) as Refused;
      refused.set(refusal, told);
    }
    context.trace.code = codeOf(told.errors);
    return told;
  }

  function presented(result: ExecutionResult | { errors: readonly unknown[] }, { trace }: Context): ExecutionResult {
    if (!result.errors) return result as ExecutionResult;
    const errors = result.errors.map((error) => presentError(error, (cause) => report(cause, trace)));
    trace.code = codeOf(errors);
    return { ...result, errors };
  }

  /** Turns what `work` throws into a result: an error of the operation is no error of the request. */
  function attempt<T>(context: Context, work: () => T): T | Refused {
    try {
      return work();
    } catch (error) {
      return presented({ errors: [error] }, context) as Refused;
    }
  }

  return {
    find: (given, context) =>
      attempt(context, () => {
        // As GraphQL over HTTP has it. The executor takes no name for one operation, so it must be none here, too.
        const params = given.operationName === '' ? { ...given, operationName: undefined } : given;
        const found = persisted.find(params);
        if (found instanceof GraphQLError) throw found;
        const document = validDocument(found.query!, context);
        if ('errors' in document) return refusedLiterals(document, params, found.query!);
        const type = getOperationAST(document, params.operationName)?.operation ?? OperationTypeNode.QUERY;
        return { type, document, params };
      }),
    async execute(operation, context) {
      const { type, document, params, literals } = operation;
      try {
        if (type === 'subscription') throw AS_STREAM;
        context.params = params;
        if (literals) return presented(await tellRefused(operation, context), context);
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
      return yoga.fetch(request, { prepared: context });
    },
    page: config.GRAPHIQL && !config.PERSISTED_ONLY ? createGraphiQL(explorer) : null,
  };
}

const AS_STREAM = new AppError('BAD_REQUEST', 'Subscriptions are answered as a stream: accept text/event-stream.');

/** A query or mutation with nothing wrong but its literals; else the errors. */
function refusedLiterals(refused: Refused, params: OperationParams, text: string): FoundOperation | Refused {
  if (!fieldsOfLiterals(refused.errors)) return refused;
  const document = parse(text);
  const type = getOperationAST(document, params.operationName)?.operation;
  if (type === undefined || type === 'subscription') return refused;
  return { type, document, params, literals: refused.errors };
}

/** Yoga adds to validation errors the status that its own HTTP layer would answer. */
function withoutHttp(error: GraphQLError): GraphQLError {
  const { http: _, ...extensions } = error.extensions;
  return Object.assign(error, { extensions });
}
