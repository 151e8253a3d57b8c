import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { createEmailSecret } from '../modules/identity/auth/email-secret-jobs.ts';
import { publicUrl } from '../process/public-url.ts';
import { openServices } from '../services.ts';

/** `npm run reset-password -- --email <address>`: prints the link for the operator to hand over. */
try {
  const { values } = parseArgs({ options: { email: { type: 'string', default: '' } } });
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const { services, close } = await openServices(config);
  try {
    const user = await services.db.prisma.user.findUnique({ where: { email: values.email.trim().toLowerCase() } });
    if (user) {
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
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
  if (!isUsage && !(error instanceof ConfigError)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
