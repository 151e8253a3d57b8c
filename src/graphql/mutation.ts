import type { GraphQLFieldResolver } from 'graphql';
import { type Context, viewerOf } from '../context.ts';
import { readsOnly } from '../database/failures.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordAudit } from '../pipeline/audit/record.ts';
import { answerOnce } from '../pipeline/idempotency/answer-once.ts';
import { judgeHeldAgain, RULE_CHANGES } from '../pipeline/rule-changes.ts';
import { recordTrace } from '../pipeline/timeline/record.ts';
import { type Access, authorizeContext } from './access.ts';
import { targetOf } from './audit-target.ts';
import { refuseAll, undone } from './refused-input.ts';

type Resolver = GraphQLFieldResolver<unknown, Context, object>;

/** It refuses what the mutation refuses. What it has done before that stays done. */
// biome-ignore lint/suspicious/noExplicitAny: a mutation's own arguments
export type Ahead = (ctx: Context, args: any) => Promise<unknown>;

/**
 * What every mutation goes through, from top to bottom: access, work ahead of it, the idempotency key, one transaction with the
 * resolver and its audit entry, and around all of it the timeline.
 */
export const mutation =
  (
    resolver: Resolver,
    {
      name,
      access,
      creates,
      ahead,
    }: { name: string; access: Access; creates: boolean | 'itself' | undefined; ahead: Ahead | undefined },
  ): Resolver =>
  (parent, args, context, info) => {
    if (context.config.READ_ONLY) throw readsOnly();
    return recordTrace(context, { kind: 'mutation', operation: name }, async () => {
      authorizeContext(access, context);

      const { idempotencyKey: key = null, ...given } = args as { idempotencyKey?: string | null };
      const target = targetOf(info.schema, info.parentType.getFields()[info.fieldName]!);
      const resolveAndAudit = (ctx: Context, all: object = given) =>
        recordAudit(ctx, { name, args: given, ...target }, async () => {
          const result = await resolver(parent, all, ctx, info);
          if (RULE_CHANGES.has(name)) await judgeHeldAgain(ctx.db, { teamId: viewerOf(ctx).team.id });
          return result;
        });

      const { refused } = context;
      if (refused) {
        const isUndone = creates !== 'itself' && target.changes !== 'nothing';
        return refuseAll(refused, () => isUndone && undone(context, resolveAndAudit));
      }

      await ahead?.(context, given);
      // Too long for one transaction, so it is given the key.
      if (creates === 'itself') return resolveAndAudit(context, args);
      const isKeyed = creates === true && key !== null;
      // What belongs to a person has that person's keys: a colleague may use the same one for their own.
      const operation = access === 'account' ? `${name} ${viewerOf(context).user?.id}` : name;
      if (target.changes === 'nothing' && !isKeyed) return resolveAndAudit(context);
      return inTransaction(context, (within) => {
        const ctx = { ...within, loaders: new Map() };
        return isKeyed
          ? answerOnce(ctx, { operation, args: given, key }, () => resolveAndAudit(ctx))
          : resolveAndAudit(ctx);
      });
    }).finally(() => {
      // Its selection, and every field below, is read after the change.
      context.loaders.clear();
    });
  };
