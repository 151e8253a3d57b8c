import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord } from '../../../../graphql/lists.ts';
import {
  cancelDataFileImport,
  DATA_FILE,
  deleteDataFile,
  deleteErrorsAhead,
  importDataFile,
  listDataFiles,
} from '../operations.ts';
import { uploadDataFile } from '../upload/upload.ts';
import { FileEncodingEnum } from './enums.ts';
import { DataFileFilter, DataFileOrder, ImportDataFileInput } from './inputs.ts';
import { DataFileType } from './types.ts';

builder.queryFields((t) => ({
  dataFiles: t.page({
    type: DataFileType,
    access: 'viewer',
    description: 'The team’s data files, newest first unless ordered otherwise.',
    filter: DataFileFilter,
    orderBy: DataFileOrder,
    list: listDataFiles,
    texts: { filter: 'Which files.' },
  }),
  dataFile: t.record({ type: DataFileType, of: DATA_FILE, access: 'viewer', description: 'One data file.' }),
}));

builder.mutationField('uploadDataFile', (t) =>
  t.field({
    type: DataFileType,
    access: 'viewer',
    creates: 'itself',
    description:
      'Stores a contact list to be imported (E3), sent as `multipart/form-data`. Encoding, separator (also Excel’s line `sep=;`), number of rows and what its columns hold are found out. A stray byte that is not UTF-8 is read as Windows-1252; NUL and Ctrl-Z are left out. A list in another code page needs `encoding`: without it, one that Windows-1252 would garble is refused under `encoding`. Of an `.xlsx` workbook it is the first sheet that is not hidden; either may come in a `.zip` or `.gz` of one file. It is stored as it arrives and seen once it is complete; one file per request, at most `UPLOAD_LIMIT_BYTES` (200 MB unless configured). `VALIDATION_FAILED` under `file` when it is larger, as it is or unpacked, empty, no list (HTML, XML and JSON files are named as such), or has a password.',
    args: {
      file: t.arg({
        type: 'Upload',
        required: true,
        description: 'Text separated by `,`, `;`, tabs or `|`, or an `.xlsx` workbook.',
      }),
      hasHeader: t.arg.boolean({
        description:
          'Whether the first row names the columns. Defaults to yes when none of its cells is a phone number or an e-mail address.',
      }),
      encoding: t.arg({
        type: FileEncodingEnum,
        description:
          'Encoding of a text file. By default it is detected: UTF-8, UTF-16 or Windows-1252. A byte order mark decides before it; a workbook ignores it. `VALIDATION_FAILED` when more than a tenth of the characters beyond ASCII do not exist in it; a row with fewer of them gets a warning.',
      }),
    },
    resolve: (_root, args, ctx) => uploadDataFile(ctx, args),
  }),
);

builder.mutationField('deleteDataFile', (t) =>
  t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: DATA_FILE,
    description:
      'Deletes a data file and its row errors; the contacts that came out of it stay. `NOT_FOUND` when the team has none of this id, `CONFLICT` while it is being imported: cancel the import first.',
    ahead: deleteErrorsAhead,
    run: deleteDataFile,
  }),
);

builder.mutationField('cancelDataFileImport', (t) =>
  t.change({
    type: DataFileType,
    access: 'viewer',
    description:
      'Cancels a running import, including one that is being retried. Contacts imported so far stay; the same import can be continued later. `NOT_FOUND` when the team has none of this id, `CONFLICT` when it is not being imported.',
    run: cancelDataFileImport,
  }),
);

builder.mutationField('importDataFile', (t) =>
  t.change({
    type: DataFileType,
    access: 'POST /v1/data-files/{dataFile}/import',
    creates: true,
    description:
      'Starts the import of a data file, or continues one that failed or was cancelled (E3); progress shows in its counts. `NOT_FOUND` when the team has none of this id, `CONFLICT` while it is being imported, `VALIDATION_FAILED` for positions that the file does not have and for an unknown country.',
    input: ImportDataFileInput,
    run: importDataFile,
  }),
);
