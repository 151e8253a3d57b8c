import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { CreateReplyKeywordInput, UpdateReplyKeywordInput } from '../../../generated/inputs.ts';
import type { ReplyKeyword } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { missing, refuse, textOf, tooLong } from '../../../records/input-rules.ts';
import { plainSender } from '../../delivery/receipts/keep-reply.ts';
import { folded, keywordOf } from '../../delivery/receipts/keywords.ts';
import { requireEmail } from '../../identity/email/send-email.ts';
import { REPLY_KEYWORD } from './lists.ts';

/** Each reply reads all of them. */
const MOST_KEYWORDS = 200;
const MAX_WORD = 40;
const MAX_ANSWER = 480;
const MOST_NOTIFIED = 20;

export function createReplyKeyword(ctx: Context, input: CreateReplyKeywordInput): Promise<ReplyKeyword> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const keyword = { ...columnsOf(input), word: input.word.trim(), match: input.match };
    refuse({ ...(await errorsOf(tx, team.id, input)), ...actionErrors(keyword) });
    if (input.notifyUserIds?.length) requireEmail(ctx.config);
    const folds = folded(keyword.word);
    refuse(await takenErrors(tx, team.id, null, { ...keyword, folded: folds }));
    return tx.prisma.replyKeyword.create({ data: { ...keyword, folded: folds, teamId: team.id } });
  });
}

export function updateReplyKeyword(ctx: Context, id: string, input: UpdateReplyKeywordInput): Promise<ReplyKeyword> {
  return changeRecord(ctx, REPLY_KEYWORD, id, async (tx, current) => {
    const { teamId } = current;
    const given = Object.fromEntries(Object.entries(columnsOf(input)).filter(([, value]) => value !== undefined));
    const word = input.word?.trim() ?? current.word;
    const next = { ...current, ...given, word, folded: folded(word), match: input.match ?? current.match };
    refuse({ ...(await errorsOf(tx, teamId, input)), ...missing(input, 'word', 'match'), ...actionErrors(next) });
    if (input.notifyUserIds?.length) requireEmail(ctx.config);
    refuse(await takenErrors(tx, teamId, id, next));
    const { folded: folds, match, sender, smsCampaignId, tagId, answer, notifyUserIds } = next;
    const data = { word, folded: folds, match, sender, smsCampaignId, tagId, answer, notifyUserIds };
    return tx.prisma.replyKeyword.update({ where: { teamId_id: { teamId, id } }, data });
  });
}

interface Actions {
  tagId?: string | null | undefined;
  answer?: string | null | undefined;
  notifyUserIds?: readonly string[] | undefined;
}

const columnsOf = ({ sender, smsCampaignId, tagId, answer, notifyUserIds }: UpdateReplyKeywordInput) => ({
  sender: sender === undefined ? undefined : plainSender(sender),
  smsCampaignId,
  tagId,
  answer: textOf(answer),
  notifyUserIds: notifyUserIds === undefined ? undefined : [...new Set(notifyUserIds)],
});

const actionErrors = ({ tagId, answer, notifyUserIds = [] }: Actions): FieldErrors =>
  tagId || answer || notifyUserIds.length > 0
    ? {}
    : { answer: [messages.because('answer', 'must be given, or a tag id, or somebody to notify')] };

async function errorsOf(
  tx: Tx,
  teamId: string,
  { word, answer, smsCampaignId, tagId, notifyUserIds }: UpdateReplyKeywordInput,
): Promise<FieldErrors> {
  const settings = await tx.row<{ stopWords: string[] }>`SELECT stop_words AS "stopWords" FROM sending_settings
    WHERE team_id = ${teamId}::uuid`;
  const [campaign, tag] = await Promise.all([
    isKnown(
      smsCampaignId,
      (id) => tx.rows`SELECT FROM sms_campaigns
      WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL FOR KEY SHARE`,
    ),
    isKnown(
      tagId,
      (id) => tx.rows`SELECT FROM tags WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid FOR KEY SHARE`,
    ),
  ]);
  const people = [...new Set(notifyUserIds)];
  const kind = word == null ? null : keywordOf(word, settings?.stopWords);
  return {
    ...(word != null && folded(word) === '' && { word: [messages.required('word')] }),
    ...tooLong('word', word, MAX_WORD),
    ...(kind && { word: [messages.because('word', `is a word for ${kind.toUpperCase()}, which always comes first`)] }),
    ...tooLong('answer', answer, MAX_ANSWER),
    ...(!campaign && { smsCampaignId: [messages.selected('smsCampaignId')] }),
    ...(people.length > MOST_NOTIFIED && { notifyUserIds: [messages.atMostItems('notifyUserIds', MOST_NOTIFIED)] }),
    ...(!(await areMembers(tx, teamId, people)) && { notifyUserIds: [messages.selected('notifyUserIds')] }),
    ...(!tag && { tagId: [messages.selected('tagId')] }),
  };
}

const isKnown = async (id: string | null | undefined, find: (id: string) => Promise<unknown[]>): Promise<boolean> =>
  id == null || (isUuid(id) && (await find(id)).length > 0);

const areMembers = async (tx: Tx, teamId: string, userIds: readonly string[]): Promise<boolean> =>
  userIds.length === 0 ||
  userIds.length > MOST_NOTIFIED ||
  (userIds.every(isUuid) &&
    (await tx.prisma.membership.count({ where: { teamId, userId: { in: [...userIds] } } })) === userIds.length);

type Place = Pick<ReplyKeyword, 'folded' | 'match'> & {
  sender?: string | null | undefined;
  smsCampaignId?: string | null | undefined;
};

/** Under the team's lock, so that two of them find each other. */
async function takenErrors(tx: Tx, teamId: string, id: string | null, place: Place): Promise<FieldErrors> {
  await tx.rows`SELECT 1 FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
  const found = await tx.row<{ all: number; same: number }>`SELECT count(*)::int AS all, (count(*) FILTER (
      WHERE folded = ${place.folded} AND match = ${place.match}::reply_keyword_match
        AND sender IS NOT DISTINCT FROM ${place.sender ?? null}
        AND sms_campaign_id IS NOT DISTINCT FROM ${place.smsCampaignId ?? null}::uuid))::int AS same
    FROM reply_keywords WHERE team_id = ${teamId}::uuid AND id IS DISTINCT FROM ${id}::uuid`;
  if (found!.same > 0) return { word: [messages.taken('word')] };
  if (id !== null || found!.all < MOST_KEYWORDS) return {};
  return { word: [messages.because('word', `cannot be added: a team has at most ${MOST_KEYWORDS} keywords`)] };
}
