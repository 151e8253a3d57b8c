import { distribute } from '../database/distribute.ts';
import { runCommand } from '../process/run-process.ts';
import { openServices } from '../services.ts';

/** `npm run distribute`: spreads teams over the nodes of a Citus cluster. Repeatable. */
await runCommand(async (config) => {
  const { services, close } = await openServices(config);
  try {
    const tables = await distribute(services.db);
    process.stdout.write(
      tables.length === 0 ? 'All tables were distributed already.\n' : `${tables.length} tables were distributed.\n`,
    );
  } finally {
    await close();
  }
});
