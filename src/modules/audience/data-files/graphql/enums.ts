import { builder } from '../../../../graphql/builder.ts';
import type { Encoding } from '../csv/encoding.ts';

export const DataFileStatusEnum = builder.enumType('DataFileStatus', {
  description: 'The status of a data file.',
  values: {
    uploaded: { description: 'Stored; its import was not started.' },
    importing: { description: 'Its rows are becoming contacts, or wait for it.' },
    imported: { description: 'Every row was read. It can be imported again.' },
    failed: { description: 'The import failed. Starting it again with the same settings continues where it stopped.' },
    cancelled: {
      description: 'The import was cancelled. Starting it again with the same settings continues where it stopped.',
    },
  },
});

export const FileEncodingEnum = builder.enumType('FileEncoding', {
  description: 'What a text file was written in.',
  values: {
    utf_8: { value: 'utf-8', description: 'UTF-8.' },
    utf_16le: { value: 'utf-16le', description: 'UTF-16, little-endian.' },
    utf_16be: { value: 'utf-16be', description: 'UTF-16, big-endian.' },
    windows_1252: { value: 'windows-1252', description: 'Windows-1252, which Latin-1 is read as.' },
  } satisfies Record<string, { value: Encoding; description: string }>,
});
