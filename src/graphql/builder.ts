import './field-plugin.ts';
import './model-fields.ts';
import './mutation-fields.ts';
import './query-fields.ts';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type { Context } from '../context.ts';
import type { Connection, ConnectionArgs } from '../database/reads/connection.ts';
import { getDatamodel } from '../generated/pothos.ts';
import type { UploadedFile } from '../input/uploaded-file.ts';
import type { Models } from './models.ts';
import * as scalars from './scalars.ts';

type Json = unknown;

/** Fields are non-null, arguments and input fields are optional, unless they say otherwise. */
export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: Models;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Connection: { totalCount: () => Promise<number> };
  Scalars: {
    ID: { Input: string; Output: string | number };
    DateTime: { Input: Date; Output: Date | string };
    Decimal: { Input: string; Output: { toString(): string } | string };
    PhoneNumber: { Input: string; Output: bigint | number | string };
    SafeInt: { Input: number; Output: bigint | number };
    PositiveInt: { Input: number; Output: number };
    NonNegativeInt: { Input: number; Output: number };
    EmailAddress: { Input: string; Output: string };
    URL: { Input: string; Output: string };
    JSON: { Input: Json; Output: Json };
    JSONObject: { Input: Record<string, unknown>; Output: Json };
    Upload: { Input: UploadedFile; Output: never };
  };
}>({
  plugins: ['outbound', RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: () => {
      throw new Error('Types are declared from models; what reads them is ours.');
    },
    dmmf: getDatamodel(),
    exposeDescriptions: true,
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    edgesFieldOptions: { nullable: false, description: 'The page’s records with their cursors.' },
    // `rows` is for json-lists.ts: the database may write them.
    nodeFieldOptions: { nullable: false, description: 'The record.', extensions: { rows: 'node' } },
    nodesOnConnection: { description: 'The page’s records.', extensions: { rows: 'nodes' } },
    cursorFieldOptions: { description: 'Position of the record in this list; pass it as `after` or `before`.' },
    pageInfoTypeOptions: { description: 'Whether there is more before and after the page.' },
    pageInfoFieldOptions: { description: 'Whether there is more before and after the page.' },
    hasNextPageFieldOptions: { description: 'More records follow.' },
    hasPreviousPageFieldOptions: { description: 'More records precede.' },
    startCursorFieldOptions: { description: 'Cursor of the first record; null on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last record; null on an empty page.' },
    firstArgOptions: { description: 'Page size from the front, 0 to 100. Defaults to 20.' },
    lastArgOptions: { description: 'Page size from the back, 0 to 100.' },
    afterArgOptions: { description: 'Only records behind this cursor.' },
    beforeArgOptions: { description: 'Only records in front of this cursor.' },
    nodeQueryOptions: false,
    nodesQueryOptions: false,
  },
});

builder.addScalarType('DateTime', scalars.DateTime);
builder.addScalarType('Decimal', scalars.Decimal);
builder.addScalarType('PhoneNumber', scalars.PhoneNumber);
builder.addScalarType('SafeInt', scalars.SafeInt);
builder.addScalarType('PositiveInt', scalars.PositiveInt);
builder.addScalarType('NonNegativeInt', scalars.NonNegativeInt);
builder.addScalarType('EmailAddress', scalars.EmailAddress);
builder.addScalarType('URL', scalars.URLScalar);
builder.addScalarType('JSON', scalars.JSONValue);
builder.addScalarType('JSONObject', scalars.JSONObject);
builder.addScalarType('Upload', scalars.Upload);

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description:
      'All records that the filter matches, on every page. Counted only when asked for, which costs as much as 1,000 objects, or 20 in a list below a record.',
    extensions: { price: 1_000, nestedPrice: 20 },
    resolve: (connection) => connection.totalCount(),
  }),
);

builder.queryType({ description: 'Everything a team can read.' });
builder.mutationType({ description: 'Everything a team can change.' });
builder.subscriptionType({
  description:
    'What a team can watch, as server-sent events (`Accept: text/event-stream`). A stream ends when its viewer’s token, membership or role does, and when the server closes. `RATE_LIMITED` beyond a number of streams per viewer.',
});

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of the order comes first.',
  values: {
    asc: { description: 'Smallest, oldest or first in the alphabet first.' },
    desc: { description: 'Largest, newest or last in the alphabet first.' },
  },
});

export type { Connection, ConnectionArgs };
