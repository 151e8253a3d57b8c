import { compilePostgres } from 'pglite-pool';

// The embedded database is compiled by other threads while this one loads the server.
if (!process.env.DATABASE_URL) compilePostgres().catch(() => {});

const [{ runProcess }, { startServer }, { warnWithoutPublicUrl }] = await Promise.all([
  import('../process/run-process.ts'),
  import('../server.ts'),
  import('../process/public-url.ts'),
]);
await runProcess(async (config) => {
  const server = await startServer(config);
  warnWithoutPublicUrl(server.logger, config);
  return server;
});
