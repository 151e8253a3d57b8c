import packageJson from '../../package.json' with { type: 'json' };

/** Put there by the build. */
declare const BUILD_COMMIT: string | undefined;

/** What this process is, for `/health` and the metrics. */
export const buildInfo = {
  version: packageJson.version,
  /** Null when it runs from its source, or was built without one being known. */
  commit: typeof BUILD_COMMIT === 'string' && BUILD_COMMIT !== '' ? BUILD_COMMIT : null,
  node: process.version,
  startedAt: new Date(performance.timeOrigin).toISOString(),
};

/** The answer of `/health`: the process lives. */
export const health = { status: 'ok', ...buildInfo };
