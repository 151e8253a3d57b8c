import { tables } from '../../../../database/tables.ts';
import type { DirectMessage } from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';
import { assignConversation, markRepliesRead, setConversationStatus } from '../operations.ts';
import { sendReply, sendSms } from '../send.ts';
import { ConversationType, DirectMessageType } from './types.ts';

const NONE = '`NOT_FOUND` when the team has no such conversation';
const CONVERSATION_ID = 'The conversation.';
const TEXT = 'The text, 1 to 1,600 characters.';

const SendReplyInput = builder.inputType('SendReplyInput', {
  description: 'An answer in a conversation.',
  fields: (t) => ({
    conversationId: t.id({ required: true, description: CONVERSATION_ID }),
    text: t.string({ required: true, description: TEXT }),
  }),
});

const SendSmsInput = builder.inputType('SendSmsInput', {
  description: 'A message to one number.',
  fields: (t) => ({
    to: t.field({ type: 'PhoneNumber', required: true, description: 'Phone number with its country code.' }),
    text: t.string({ required: true, description: TEXT }),
    routingPlanId: t.id({ required: true, description: 'The routing plan that says which route it takes.' }),
    from: t.string({
      description:
        'The sender that its reader sees: 3 to 15 digits, or 1 to 11 letters, digits and blanks. Defaults to the route’s.',
    }),
  }),
});

const AssignConversationInput = builder.inputType('AssignConversationInput', {
  description: 'Who looks after a conversation.',
  fields: (t) => ({ assigneeId: t.id({ description: 'A member of the team; null: nobody.' }) }),
});

const MarkRepliesReadInput = builder.inputType('MarkRepliesReadInput', {
  description: 'Which replies were read: those of a conversation, or those of some ids.',
  fields: (t) => ({
    replyIds: t.idList({ description: 'These replies, at most 1,000; ids that the team does not have count as read.' }),
    conversationId: t.id({ description: 'All replies of this conversation.' }),
  }),
});

/** The payload of a mutation that answers a direct message. */
export const messagePayload = (name: string) =>
  builder.objectRef<{ message: DirectMessage }>(name).implement({
    description: 'The message that was queued.',
    fields: (t) => ({
      directMessage: t.expose('message', { type: DirectMessageType, description: 'The message.' }),
    }),
  });

const MarkRepliesReadPayload = builder.objectRef<{ readCount: number }>('MarkRepliesReadPayload').implement({
  description: 'What was marked.',
  fields: (t) => ({
    readCount: t.exposeInt('readCount', { description: 'How many of the replies were unread before.' }),
  }),
});

builder.mutationFields((t) => ({
  sendReply: t.field({
    type: messagePayload('SendReplyPayload'),
    access: 'viewer',
    creates: true,
    changes: { table: tables.DirectMessage },
    description: `Answers in a conversation, from the sender that the person wrote to and over the route that the last reply came over. Within 24 hours of that reply it goes out at once, later within the team’s hours. ${NONE}, \`CONFLICT\` when the number asked not to be contacted or the route cannot send, \`VALIDATION_FAILED\` lists fields that are out of range.`,
    args: { input: t.arg({ type: SendReplyInput, required: true, description: 'The answer.' }) },
    resolve: (_root, { input }, ctx) => sendReply(ctx, input),
  }),
  sendSms: t.field({
    type: messagePayload('SendSmsPayload'),
    access: 'viewer',
    creates: true,
    changes: { table: tables.DirectMessage },
    description:
      'Sends a message to one number, within the hours in which the team reaches anybody. `CONFLICT` when the number asked not to be contacted or the route cannot send, `VALIDATION_FAILED` lists fields that are out of range or name a record your team does not have, or a plan without a route for the number.',
    args: { input: t.arg({ type: SendSmsInput, required: true, description: 'The message.' }) },
    resolve: (_root, { input }, ctx) => sendSms(ctx, input),
  }),
  assignConversation: t.change({
    type: ConversationType,
    access: 'viewer',
    description: `Says who looks after a conversation. ${NONE}, \`VALIDATION_FAILED\` unless they are in the team.`,
    input: AssignConversationInput,
    run: assignConversation,
  }),
  closeConversation: t.change({
    type: ConversationType,
    access: 'viewer',
    description: `Closes a conversation; the next reply opens it again. ${NONE}.`,
    run: (ctx, id) => setConversationStatus(ctx, id, 'closed'),
  }),
  reopenConversation: t.change({
    type: ConversationType,
    access: 'viewer',
    description: `Opens a conversation again. ${NONE}.`,
    run: (ctx, id) => setConversationStatus(ctx, id, 'open'),
  }),
  markRepliesRead: t.field({
    type: MarkRepliesReadPayload,
    access: 'viewer',
    creates: false,
    changes: 'many',
    description:
      'Marks replies as read. `VALIDATION_FAILED` unless either a conversation or replies are given, or when there are too many.',
    args: { input: t.arg({ type: MarkRepliesReadInput, required: true, description: 'Which ones.' }) },
    resolve: (_root, { input }, ctx) => markRepliesRead(ctx, input),
  }),
}));
