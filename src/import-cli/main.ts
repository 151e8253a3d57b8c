import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { type Arguments, readArguments, USAGE, UsageError } from './arguments.ts';
import { importInput, isSameImport } from './input.ts';
import { createProgress, summary } from './progress-bar.ts';
import { RefusedError, type RemoteFile, Server } from './server.ts';

const POLL_MS = 500;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** `npm run import`: through the public API of a running server. */
async function run(given: Arguments): Promise<number> {
  const { size } = await stat(given.path).catch(() => {
    throw new UsageError(`${given.path} cannot be read.`);
  });
  const server = new Server(given.url, given.token);
  const country = given.country === undefined ? null : await server.country(given.country);
  const file = await found(server, given, size);
  const input = importInput(given, file, country);
  const isSame = isSameImport(file, input);

  let current = file;
  if (file.status === 'importing' && !isSame) {
    throw new RefusedError('The file is being imported with other settings at this moment.');
  }
  if (file.status === 'importing') say('The file is being imported already.');
  else if (file.status === 'imported' && isSame && !given.again)
    say('The file was imported already (--again repeats it).');
  else {
    const columns = Object.entries(input.columns).map(([field, at]) => `${field}=${file.header[at] ?? at}`);
    say(`Importing ${columns.join(', ')}`);
    current = await server.start(file.id, input);
    const leftOut = current.leftOutColumns.map(({ name }) => name);
    if (leftOut.length > 0) say(`Left out: ${leftOut.join(', ')}`);
    if (current.processedRows > 0) say(`Going on behind row ${current.processedRows}.`);
  }
  current = await follow(server, current);
  if (current.status === 'failed') throw new RefusedError(current.failureReason ?? 'The import failed.');
  if (current.status === 'cancelled') {
    throw new RefusedError('The import was cancelled. The same command continues where it stopped.');
  }
  say(summary(current));
  if (current.failedRows + current.warningRows > 0) await tellErrors(server, current, given.errorsTo);
  return current.failedRows === 0 ? 0 : 3;
}

async function found(server: Server, { path, hasHeader, encoding }: Arguments, size: number): Promise<RemoteFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  });
  const known = await server.find(hash.digest('hex'));
  const isSame =
    (encoding ?? known?.encoding) === known?.encoding && (hasHeader ?? known?.hasHeader) === known?.hasHeader;
  if (known && isSame) return known;
  say(`Uploading ${(size / 1e6).toFixed(1)} MB`);
  return server.upload(path, { hasHeader, encoding });
}

async function follow(server: Server, started: RemoteFile): Promise<RemoteFile> {
  const progress = createProgress(process.stdout);
  let file = started;
  while (file.status === 'importing') {
    progress.show(file);
    await setTimeout(POLL_MS);
    file = await server.read(file.id);
  }
  progress.end();
  return file;
}

async function tellErrors(server: Server, file: RemoteFile, path: string | undefined): Promise<void> {
  if (path === undefined) return say('--errors <file.csv> writes down which rows have errors or warnings, and why.');
  const { body } = await server.download(file.rowErrorsUrl);
  const rows = Readable.fromWeb(body as import('node:stream/web').ReadableStream);
  await pipeline(rows, createWriteStream(path)).catch((error: Error) => {
    throw new RefusedError(`Could not write the row errors to ${path}: ${error.message}`);
  });
  say(`Their mistakes are in ${path}.`);
}

process.once('SIGINT', () => {
  say('\nThe import continues at the server. Run the same command to follow it.');
  process.exit(130);
});
try {
  const given = readArguments(process.argv.slice(2), process.env);
  if (given === 'help') say(USAGE);
  else process.exitCode = await run(given);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof RefusedError)) throw error;
  process.stderr.write(`${error.message}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
