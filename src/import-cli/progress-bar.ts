import type { RemoteFile } from './server.ts';

const WIDTH = 30;
/** In a log. */
const LINE_EVERY_MS = 5_000;

export interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Redraws itself on a terminal; writes lines elsewhere. */
export function createProgress(screen: Screen, now: () => number = Date.now) {
  let lastLine = Number.NEGATIVE_INFINITY;
  return {
    show(file: RemoteFile): void {
      const text = progressText(file);
      if (screen.isTTY) {
        screen.write(`\r\x1b[K${bar(file)} ${text}`);
      } else if (now() - lastLine >= LINE_EVERY_MS) {
        lastLine = now();
        screen.write(`${text}\n`);
      }
    },
    end(): void {
      if (screen.isTTY) screen.write('\r\x1b[K');
    },
  };
}

function bar({ processedRows, totalRows }: RemoteFile): string {
  const filled = Math.round(WIDTH * (totalRows === 0 ? 1 : Math.min(1, processedRows / totalRows)));
  return `[${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}]`;
}

const grouped = (count: number) => Math.round(count).toLocaleString('en');

function progressText({ processedRows, totalRows, rowsPerSecond, remainingSeconds }: RemoteFile): string {
  const share = totalRows === 0 ? 100 : Math.floor((100 * processedRows) / totalRows);
  const rate = rowsPerSecond === null ? '' : `, ${grouped(rowsPerSecond)} rows/s`;
  const left = remainingSeconds === null ? '' : `, ${duration(remainingSeconds)} left`;
  return `${share} % · ${grouped(processedRows)} of ${grouped(totalRows)} rows${rate}${left}`;
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

export const summary = (file: RemoteFile): string =>
  `Imported ${grouped(file.importedRows)} contacts (${grouped(file.createdContacts)} new, ${grouped(file.updatedContacts)} updated, ` +
  `${grouped(file.unchangedContacts)} unchanged) from ${grouped(file.processedRows)} rows; ` +
  `${grouped(file.duplicateRows)} duplicate, ${grouped(file.failedRows)} failed` +
  `${file.warningRows === 0 ? '' : `; ${grouped(file.warningRows)} imported with warnings`}.`;
