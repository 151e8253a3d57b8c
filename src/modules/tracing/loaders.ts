import { defineTable } from '../../database/table.ts';
import { Prisma, type Trace } from '../../generated/prisma/client.ts';

export const traces = defineTable<Trace>('traces', Prisma.TraceScalarFieldEnum);
