import { builder } from '../../../../graphql/builder.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { DeletedRecord, NONE } from '../../../../graphql/lists.ts';
import { deleteRecord } from '../../../../records/delete-record.ts';
import { createReplyKeyword, updateReplyKeyword } from '../keyword-operations.ts';
import { REPLY_KEYWORD } from '../lists.ts';
import { ReplyKeywordMatchEnum } from './enums.ts';
import { ReplyKeywordType } from './types.ts';

const [CreateReplyKeywordInput, UpdateReplyKeywordInput] = inputPair('ReplyKeyword', {
  create: 'A new keyword. It needs a tag, an answer or somebody to notify.',
  update: 'Fields to change. Omitted fields stay as they are; null clears.',
  fields: (t) => ({
    word: t.string({
      required: true,
      description:
        'The word or words, 1 to 40 characters; none for STOP, START or HELP. Case, accents and punctuation do not matter.',
    }),
    match: t.field({
      type: ReplyKeywordMatchEnum,
      required: true,
      defaultValue: 'exact',
      description: 'How much of a reply it is.',
    }),
    sender: t.string({ description: 'Only replies to this sender, a number or a name; null: to any.' }),
    smsCampaignId: t.id({ description: 'Only replies to messages of this campaign; null: any.' }),
    tagId: t.id({ description: 'The tag that the contact gets; null: none.' }),
    answer: t.string({ description: 'The answer, at most 480 characters; null: none.' }),
    notifyUserIds: t.idList({
      description: 'Members who get an e-mail, at most 20. Replies within a minute share one. It needs `EMAIL_URL`.',
    }),
  }),
});

const INVALID =
  '`VALIDATION_FAILED` lists fields that are out of range, already taken, or name a record your team does not have, `UNAVAILABLE` when there is somebody to notify and the server has no `EMAIL_URL`';

builder.mutationFields((t) => ({
  createReplyKeyword: t.create({
    type: ReplyKeywordType,
    access: 'viewer',
    description: `Creates a keyword. A team has at most 200. Of several that fit a reply, one for the campaign comes before one for the sender, and the longest first. ${INVALID}.`,
    input: CreateReplyKeywordInput,
    run: createReplyKeyword,
  }),
  updateReplyKeyword: t.change({
    type: ReplyKeywordType,
    access: 'viewer',
    description: `Changes a keyword for the replies that come from now on. ${NONE}, ${INVALID}.`,
    input: UpdateReplyKeywordInput,
    run: updateReplyKeyword,
  }),
  deleteReplyKeyword: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: REPLY_KEYWORD,
    description: `Deletes a keyword. Replies keep the word. ${NONE}.`,
    run: (ctx, id) => deleteRecord(ctx, REPLY_KEYWORD, id),
  }),
}));
