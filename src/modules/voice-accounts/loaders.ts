import { defineTable } from '../../database/table.ts';
import { Prisma, type VoiceAccount } from '../../generated/prisma/client.ts';

export const voiceAccounts = defineTable<VoiceAccount>('voice_accounts', Prisma.VoiceAccountScalarFieldEnum);
