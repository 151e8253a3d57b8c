import { runProcess } from './run-process.ts';
import { startServer } from './server.ts';

await runProcess(startServer);
