import { defineConfig } from 'prisma/config';

// `prisma generate` never runs the schema engine; naming any executable keeps the CLI from downloading one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma' });
