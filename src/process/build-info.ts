import packageJson from '../../package.json' with { type: 'json' };

declare const BUILD_COMMIT: string | undefined;

export const buildInfo = {
  version: packageJson.version,
  /** Null when run from source, or when the build did not know it. */
  commit: typeof BUILD_COMMIT === 'string' && BUILD_COMMIT !== '' ? BUILD_COMMIT : null,
  node: process.version,
  startedAt: new Date(performance.timeOrigin).toISOString(),
};

export const health = { status: 'ok', ...buildInfo };
