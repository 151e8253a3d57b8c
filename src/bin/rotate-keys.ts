import { rotateKeys } from '../modules/identity/auth/rotate-keys.ts';
import { runCommand } from '../process/run-process.ts';
import { openServices } from '../services.ts';

/** `npm run rotate-keys`: the hourly job at once; says whether TOKEN_KEY_PREVIOUS can go. */
await runCommand(async (config) => {
  const { services, close } = await openServices(config);
  try {
    const { reencrypted, unreadable, answersLeft, erasuresLeft } = await rotateKeys(services);
    const mayGo = unreadable === 0 && answersLeft === 0 && erasuresLeft === 0;
    process.stdout.write(
      `${reencrypted} secrets re-encrypted; ${unreadable} under a key that is not configured; ` +
        `${answersLeft} answers for repeats and ${erasuresLeft} erasures that run again under a former key, gone within 24 hours.\n` +
        `TOKEN_KEY_PREVIOUS ${mayGo ? 'may be removed' : 'is still needed'}.\n`,
    );
    process.exitCode = mayGo ? 0 : 2;
  } finally {
    await close();
  }
});
