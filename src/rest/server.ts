import type { FastifyPluginAsync } from 'fastify';
import { type DocumentNode, getOperationAST } from 'graphql';
import type { Context, Services } from '../context.ts';
import { type Access, authorizeContext } from '../graphql/access.ts';
import { presentError } from '../graphql/errors.ts';
import type { Executor } from '../graphql/executor.ts';
import { restSchema as schema } from '../schema.ts';
import { restRoutes } from './adapter.ts';
import { docsRoutes } from './docs.ts';
import { routes } from './routes.ts';

interface RestServerOptions {
  services: Services;
  executor: Executor;
  /** Filled in on the page of the documentation. */
  docsToken?: string | undefined;
}

export function restServer({
  services: { config, logger },
  executor,
  docsToken,
}: RestServerOptions): FastifyPluginAsync {
  for (const { document } of routes) executor.prepare(document);
  const report = (error: unknown, traceId: string | undefined) =>
    logger.error({ err: error, traceId }, 'a REST operation failed');

  const rows = restRoutes<Context>({
    schema,
    routes,
    publicUrl: config.PUBLIC_URL,
    async authorize({ document, request: { context }, route }) {
      context.trace.operation = `${route.method} ${route.path}`;
      for (const access of accessOf(document)) authorizeContext(access, context);
      return context;
    },
    async execute({ document, variables, refused, context }) {
      context.refused = refused ?? undefined;
      const result = await executor({ schema, document, variableValues: variables, contextValue: context });
      if (!result.errors) return result;
      const { trace } = context;
      const errors = result.errors.map((error) => presentError(error, (cause) => report(cause, trace.id)));
      trace.code = errors[0]?.extensions.code as string | undefined;
      return { ...result, errors };
    },
  });

  return async (app) => {
    await app.register(rows);
    await app.register(docsRoutes(schema, routes, { publicUrl: config.PUBLIC_URL, token: docsToken ?? null }));
  };
}

function accessOf(document: DocumentNode): Access[] {
  const operation = getOperationAST(document)!;
  const root = schema.getRootType(operation.operation)!.getFields();
  return operation.selectionSet.selections.flatMap((selection) =>
    selection.kind === 'Field' ? [root[selection.name.value]!.extensions.access as Access] : [],
  );
}
