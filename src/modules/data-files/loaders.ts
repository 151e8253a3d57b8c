import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type DataFile, type DataFileRowError, Prisma } from '../../generated/prisma/client.ts';

/** A file that is still arriving is nobody's yet. */
export const dataFiles = defineTable<DataFile>('data_files', Prisma.DataFileScalarFieldEnum, {
  scope: (teamId) => Prisma.sql`t.team_id = ${teamId}::uuid AND NOT t.is_uploading`,
});

export const rowErrors = defineTable<DataFileRowError>('data_file_row_errors', Prisma.DataFileRowErrorScalarFieldEnum, {
  scope: (teamId) =>
    Prisma.sql`EXISTS (SELECT 1 FROM data_files f WHERE f.id = t.data_file_id AND f.team_id = ${teamId}::uuid)`,
});

export const rowErrorsOfDataFile = nestedList(rowErrors, {
  parent: Prisma.sql`t.data_file_id`,
  order: Prisma.sql`t.line, t.id`,
});
