import type { ReplyKeyword } from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { deleteRecord } from '../../../../records/delete-record.ts';
import { createReplyKeyword, updateReplyKeyword } from '../keyword-operations.ts';
import { REPLY_KEYWORD } from '../lists.ts';
import { ReplyKeywordMatchEnum } from './enums.ts';
import { ReplyKeywordType } from './types.ts';

const [CreateReplyKeywordInput, UpdateReplyKeywordInput] = inputPair('ReplyKeyword', {
  create: 'A new keyword. It needs a tag, an answer or both.',
  update: 'What to change; what is absent stays, null clears.',
  fields: (t) => ({
    word: t.string({
      required: true,
      description:
        'The word or words, 1 to 40 characters; none for STOP, START or HELP. Case, accents and punctuation do not matter.',
    }),
    match: t.field({
      type: ReplyKeywordMatchEnum,
      required: true,
      defaultValue: 'EXACT',
      description: 'How much of a reply it is.',
    }),
    sender: t.string({ description: 'Only replies to this sender, a number or a name; null: to any.' }),
    smsCampaignId: t.id({ description: 'Only replies to messages of this campaign; null: any.' }),
    tagId: t.id({ description: 'The tag that the contact gets; null: none.' }),
    answer: t.string({ description: 'The answer, at most 480 characters; null: none.' }),
  }),
  onlyUpdate: (t) => ({ id: t.id({ required: true, description: 'The keyword.' }) }),
});

const DeleteReplyKeywordInput = builder.inputType('DeleteReplyKeywordInput', {
  description: 'Which keyword to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: 'The keyword.' }) }),
});

const payload = (name: string) =>
  builder.objectRef<{ replyKeyword: ReplyKeyword }>(name).implement({
    description: 'The keyword as it is now.',
    fields: (t) => ({
      replyKeyword: t.expose('replyKeyword', { type: ReplyKeywordType, description: 'The keyword.' }),
    }),
  });

const DeleteReplyKeywordPayload = builder.objectRef<{ id: string }>('DeleteReplyKeywordPayload').implement({
  description: 'What was deleted.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the deleted keyword.' }) }),
});

const changes = {
  table: REPLY_KEYWORD.table,
  key: ({ input }: Record<string, unknown>) => (input as { id?: string }).id,
};
const NONE = '`NOT_FOUND` when the team has none of this id';
const INVALID = '`VALIDATION_FAILED` names what is out of bounds, taken or not the team’s';

builder.mutationFields((t) => ({
  createReplyKeyword: t.field({
    type: payload('CreateReplyKeywordPayload'),
    access: 'viewer',
    creates: true,
    changes: { table: REPLY_KEYWORD.table },
    description: `Creates a keyword. A team has at most 200. Of several that fit a reply, one for the campaign comes before one for the sender, and the longest first. ${INVALID}.`,
    args: { input: t.arg({ type: CreateReplyKeywordInput, required: true, description: 'The keyword.' }) },
    resolve: (_root, { input }, ctx) => createReplyKeyword(ctx, input),
  }),
  updateReplyKeyword: t.field({
    type: payload('UpdateReplyKeywordPayload'),
    access: 'viewer',
    creates: false,
    changes,
    description: `Changes a keyword for the replies that come from now on. ${NONE}, ${INVALID}.`,
    args: { input: t.arg({ type: UpdateReplyKeywordInput, required: true, description: 'What changes.' }) },
    resolve: (_root, { input }, ctx) => updateReplyKeyword(ctx, input),
  }),
  deleteReplyKeyword: t.field({
    type: DeleteReplyKeywordPayload,
    access: 'viewer',
    creates: false,
    changes,
    description: `Deletes a keyword. Replies keep the word. ${NONE}.`,
    args: { input: t.arg({ type: DeleteReplyKeywordInput, required: true, description: 'Which one.' }) },
    resolve: (_root, { input }, ctx) => deleteRecord(ctx, REPLY_KEYWORD, input.id),
  }),
}));
