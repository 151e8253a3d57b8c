import type { FieldErrors } from '../../errors.ts';
import type { CampaignStatus } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { statusChangeError } from './rules.ts';

export function statusErrors(from: CampaignStatus, to: CampaignStatus | null | undefined): FieldErrors {
  if (to === undefined) return {};
  const text = to === null ? messages.required('status') : statusChangeError(from, to);
  return text === null ? {} : { status: [text] };
}
