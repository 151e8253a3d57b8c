import { ConfigError, readConfig } from '../config.ts';
import { BackupError } from './archive.ts';
import { backUp, restore } from './backup.ts';

/** `npm run backup -- <file>` and `npm run restore -- <file>`: the embedded database in DATA_DIR. */
const OPERATOR_ERRORS = [BackupError, ConfigError];
const FILE_ERRORS = new Set(['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EROFS']);

/** What went out since is not in the copy. */
const NEXT =
  'Start it with WORKER=off first: its open campaigns would send again what went out since the backup, also to people who have opted out since. See "After restoring" in docs/operations.md.';

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
    process.stdout.write(`Restored ${file} into ${config.DATA_DIR}.\n${NEXT}\n`);
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const isKnown = OPERATOR_ERRORS.some((type) => error instanceof type) || FILE_ERRORS.has(code ?? '');
  if (!isKnown) throw error;
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
