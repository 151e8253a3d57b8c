import { type Context, viewerOf } from '../../../context.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';
import { decryptToken, encryptToken } from '../../../secrets.ts';
import { CALL_REPORT } from './call-report.ts';
import { CONTACT_REPORT } from './contact-report.ts';
import { HUB_REPORT } from './hub-report.ts';
import { type Question, readQuestion } from './question.ts';
import type { Report } from './report.ts';
import { SMS_REPORT } from './sms-report.ts';

/** Sealed in the link itself, so nothing is stored. */
export interface ExportOrder {
  readonly teamId: string;
  readonly report: string;
  readonly question: Question;
  readonly keys: readonly string[] | null;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface ExportLink {
  readonly url: string;
  readonly expiresAt: Date;
}

const REPORTS: readonly Report[] = [SMS_REPORT, CALL_REPORT, CONTACT_REPORT, HUB_REPORT];

// Not in the reference.
const LINK_MS = 3_600_000;
/** Of question and keys, so that their link is shorter than the 8 KB that many proxies take. */
const MAX_BYTES = 5_500;

export function exportLink(
  ctx: Context,
  report: Report,
  question: Question,
  keys: readonly string[] | null | undefined,
): ExportLink {
  const { team } = viewerOf(ctx);
  const plan = readQuestion(report, question, team.timezone);
  if (!plan.isGrouped && plan.sort.length > 0) {
    throw new ValidationError({ sort: [messages.because('sort', 'is for groups: rows are exported newest first')] });
  }
  if (Buffer.byteLength(JSON.stringify([question, keys])) > MAX_BYTES) {
    const mistake = `must not be greater than ${MAX_BYTES} bytes together with all other arguments`;
    throw new ValidationError({ filters: [messages.because('filters', mistake)] });
  }
  const until = Date.now() + LINK_MS;
  const order: ExportOrder = {
    teamId: team.id,
    report: report.name,
    question,
    keys: keys ?? null,
    zone: team.timezone,
    until,
  };
  // The prefix keeps it out of logs.
  const sealed = Buffer.from(encryptToken(ctx.tokenKeys, JSON.stringify(order))).toString('base64url');
  const base = ctx.config.PUBLIC_URL ?? '';
  return { url: `${base}/downloads/reports/obr_${sealed}.csv`, expiresAt: new Date(until) };
}

export function openLink(ctx: Pick<Context, 'tokenKeys'>, sealed: string): { order: ExportOrder; report: Report } {
  const order = unseal(ctx, sealed);
  const report = REPORTS.find(({ name }) => name === order?.report);
  if (!order || !report || order.until < Date.now()) throw new NotFoundError('Report');
  return { order, report };
}

function unseal({ tokenKeys }: Pick<Context, 'tokenKeys'>, sealed: string): ExportOrder | null {
  try {
    return JSON.parse(decryptToken(tokenKeys, Buffer.from(sealed, 'base64url'))) as ExportOrder;
  } catch {
    return null;
  }
}
