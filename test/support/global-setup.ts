import type { TestProject } from 'vitest/node';
import { embeddedTemplate } from './embedded-template.ts';
import { serverTemplate } from './server-template.ts';

export type DatabaseTemplate =
  | { kind: 'embedded'; path: string }
  | { kind: 'server'; url: string; template: string; prefix: string };

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

/** Once per run: embedded, or on the server of TEST_DATABASE_URL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) {
    project.provide('databaseTemplate', { kind: 'embedded', path: await embeddedTemplate() });
    return async () => {};
  }
  const { template, dropDatabases } = await serverTemplate(url);
  project.provide('databaseTemplate', template);
  return dropDatabases;
}
