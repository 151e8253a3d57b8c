import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type Number as PhoneNumber, Prisma } from '../../generated/prisma/client.ts';

export const numbers = defineTable<PhoneNumber>('numbers', Prisma.NumberScalarFieldEnum);

const order = Prisma.sql`t.created_at DESC, t.id DESC`;

export const numbersOfVoiceAccount = nestedList(numbers, { parent: Prisma.sql`t.voice_account_id`, order });
export const numbersOfAgent = nestedList(numbers, { parent: Prisma.sql`t.inbound_agent_id`, order });
