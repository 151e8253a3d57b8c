import { runProcess } from '../process/run-process.ts';
import { startServer } from '../server.ts';

await runProcess(startServer);
