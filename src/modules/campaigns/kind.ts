import type { Context } from '../../context.ts';
import type { FieldErrors } from '../../errors.ts';
import type { CampaignStatus, LogCallerType, Prisma, SendType } from '../../generated/prisma/client.ts';
import type { OfferLinks } from '../offers/links.ts';
import type { RecordKind } from '../records/change-record.ts';
import type { MetaShape } from './meta.ts';

/** What tells when and to whom a campaign of either kind sends. */
export interface Startable {
  sendType: SendType | null;
  segmentIds: unknown;
  manualData: Prisma.JsonValue;
  multistepData?: Prisma.JsonValue;
  plannerData?: Prisma.JsonValue;
  recurringData: Prisma.JsonValue;
  feedData: Prisma.JsonValue;
}

export interface Campaign extends Startable {
  id: string;
  teamId: string;
  name: string;
  status: CampaignStatus;
  cycle: number;
}

type Columns = Record<string, unknown>;

/** What SMS and voice campaigns differ in (`sms/kind.ts`, `voice/kind.ts`); everything else about their life is the same. */
export interface CampaignKind<Of extends Campaign> extends RecordKind<Of> {
  meta: MetaShape;
  /** The table of its sends, that table's column which names the campaign, and where their logs are. */
  sends: { table: string; campaign: string; logs: LogCallerType };
  logs: LogCallerType;
  /** What it sells. */
  offers: OfferLinks;
  /** Why one that goes out is not deleted. */
  inUse: string;
  create(tx: Prisma.TransactionClient, columns: Columns): Promise<Of>;
  write(tx: Prisma.TransactionClient, campaign: Of, columns: Columns): Promise<Of>;
  /** What belongs to a campaign besides its columns and offers. */
  copyParts(tx: Prisma.TransactionClient, original: Of, copy: Of): Promise<void>;
  /** What a campaign lacks before it can start. */
  lackErrors(ctx: Context, tx: Prisma.TransactionClient, campaign: Of): Promise<FieldErrors>;
  /** What the log says beside it when one starts. */
  startWarnings(ctx: Context, campaign: Of): Promise<string[]>;
  /** What starting a campaign changes beside its status, unless the same change says otherwise. */
  started(campaign: Of): Columns;
  /** What stopping one changes beside its status. */
  stopped(reason: string | null): Columns;
}
