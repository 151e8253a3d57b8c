import { postgresProgram } from '../database/embedded/program.ts';

// The embedded database compiles in other threads meanwhile.
if (!process.env.DATABASE_URL) postgresProgram().catch(() => {});

const [{ runProcess }, { startServer }] = await Promise.all([
  import('../process/run-process.ts'),
  import('../server.ts'),
]);
await runProcess(startServer);
