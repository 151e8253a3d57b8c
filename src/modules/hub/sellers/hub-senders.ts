import { type Context, viewerOf } from '../../../context.ts';
import { tables } from '../../../database/tables.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { CreateHubSenderInput } from '../../../generated/inputs.ts';
import type { HubSender } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import type { Deletable } from '../../../records/delete-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { unlessTaken } from '../../../records/unless-taken.ts';
import { folded } from '../../delivery/receipts/keywords.ts';

export const HUB_SENDER: Deletable<HubSender> = { thing: 'Hub sender', table: tables.HubSender, uses: () => [] };

const SENDER = /^\d{3,15}$/;
const MAX_KEYWORD = 20;

export function createHubSender(ctx: Context, input: CreateHubSenderInput): Promise<HubSender> {
  const { team } = viewerOf(ctx);
  const { sellerEndpointId } = input;
  const sender = input.sender.trim().replace(/^\+/, '');
  const keyword = folded(input.keyword ?? '');
  return unlessTaken(
    'sender',
    ctx.db.transaction(async (tx) => {
      refuse({
        ...(!SENDER.test(sender) && { sender: [messages.format('sender')] }),
        ...keywordErrors(keyword),
        ...(await referenceErrors(tx, team.id, { seller_endpoints: one('sellerEndpointId', sellerEndpointId) })),
      });
      return tx.prisma.hubSender.create({ data: { teamId: team.id, sellerEndpointId, sender, keyword } });
    }),
  );
}

function keywordErrors(keyword: string): FieldErrors {
  if (keyword.includes(' ')) return { keyword: [messages.format('keyword')] };
  return keyword.length > MAX_KEYWORD ? { keyword: [messages.atMostCharacters('keyword', MAX_KEYWORD)] } : {};
}
