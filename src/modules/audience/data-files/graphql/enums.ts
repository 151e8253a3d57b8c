import { builder } from '../../../../graphql/builder.ts';
import { ENCODINGS, type Encoding } from '../csv/encodings.ts';

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
  description: 'The encoding of a text file.',
  values: Object.fromEntries(
    Object.entries(ENCODINGS).map(([name, description]) => {
      return [name.replaceAll('-', '_'), { value: name as Encoding, description }];
    }),
  ),
});
