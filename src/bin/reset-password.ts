import { parseArgs } from 'node:util';
import { createEmailSecret } from '../modules/identity/auth/email-secret-jobs.ts';
import { disableByOperator } from '../modules/identity/auth/two-factor.ts';
import { publicUrl } from '../process/public-url.ts';
import { runCommand } from '../process/run-process.ts';
import { openServices } from '../services.ts';

/**
 * `npm run reset-password -- --email <address> [--two-factor-off]`: prints the link for the operator to hand over, and turns off the
 * two-factor sign-in of a person who lost their phone and recovery codes.
 */
await runCommand(async (config) => {
  const { values } = parseArgs({
    options: { email: { type: 'string', default: '' }, 'two-factor-off': { type: 'boolean', default: false } },
  });
  const { services, close } = await openServices(config);
  try {
    const user = await services.db.prisma.user.findUnique({ where: { email: values.email.trim().toLowerCase() } });
    if (user) {
      if (values['two-factor-off']) {
        const wasOn = await disableByOperator(services, user.id);
        process.stdout.write(`Two-factor sign-in ${wasOn ? 'is' : 'was already'} off.\n`);
      }
      const secret = await createEmailSecret(services, user.id, 'reset_password');
      process.stdout.write(
        `${publicUrl(config)}/account/password-reset#${secret}\nThe link works once, within an hour.\n`,
      );
    } else {
      process.stderr.write('There is no account of this address: --email names it.\n');
      process.exitCode = 1;
    }
  } finally {
    await close();
  }
});
