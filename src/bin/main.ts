import { compilePostgres } from 'pglite-pool';

// The embedded database is compiled by other threads while this one loads the server.
if (!process.env.DATABASE_URL) compilePostgres().catch(() => {});

const [{ runProcess }, { startServer }] = await Promise.all([
  import('../process/run-process.ts'),
  import('../server.ts'),
]);
await runProcess(startServer);
