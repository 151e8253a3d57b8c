import { defineTable } from '../../database/table.ts';
import { Prisma, type Segment } from '../../generated/prisma/client.ts';

export const segments = defineTable<Segment>('segments', Prisma.SegmentScalarFieldEnum);
