import { createSigningSecret } from 'outgoing-requests';
import type { Context } from '../../../context.ts';
import { ValidationError } from '../../../errors.ts';
import type { PostProcessing } from '../../../generated/prisma/client.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { encryptToken } from '../../../secrets.ts';
import { POST_PROCESSING } from './operations.ts';

export interface PostProcessingWithSecret {
  postProcessing: PostProcessing;
  secret: string;
}

export function rotateSigningSecret(ctx: Context, id: string): Promise<PostProcessingWithSecret> {
  return changeRecord(ctx, POST_PROCESSING, id, async (tx, { teamId, kind }) => {
    if (kind === 'tag_contact') {
      throw new ValidationError({ id: ['A step that tags the contact sends no requests.'] });
    }
    const secret = createSigningSecret();
    const postProcessing = await tx.prisma.postProcessing.update({
      where: { teamId_id: { teamId, id } },
      data: { signingSecret: encryptToken(ctx.tokenKeys, secret) },
    });
    return { postProcessing, secret };
  });
}
