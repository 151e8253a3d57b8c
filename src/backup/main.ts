import { ConfigError, readConfig } from '../config.ts';
import { EmbeddedDatabaseLockedError } from '../database/embedded/data-directory-lock.ts';
import { BackupError } from './archive.ts';
import { backUp, restore } from './backup.ts';

/** `npm run backup -- <file>` and `npm run restore -- <file>`. */
const OPERATOR_ERRORS = [BackupError, ConfigError, EmbeddedDatabaseLockedError];
const FILE_ERRORS = new Set(['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EROFS']);

const [what, file] = process.argv.slice(2);
try {
  if ((what !== 'backup' && what !== 'restore') || file === undefined) {
    throw new BackupError('npm run backup -- <file>\nnpm run restore -- <file>');
  }
  const config = readConfig(process.env);
  if (what === 'backup') {
    const bytes = await backUp(config, file);
    process.stdout.write(`${file}: ${bytes.toLocaleString('en')} bytes\n`);
  } else {
    await restore(config, file);
    process.stdout.write(`Restored ${file} into ${config.DATA_DIR}.\n`);
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const isKnown = OPERATOR_ERRORS.some((type) => error instanceof type) || FILE_ERRORS.has(code ?? '');
  if (!isKnown) throw error;
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
