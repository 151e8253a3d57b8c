import { builder } from '../../../../graphql/builder.ts';

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
