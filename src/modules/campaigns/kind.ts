import type { Context } from '../../context.ts';
import type { Tx } from '../../database/transaction.ts';
import type { FieldErrors } from '../../errors.ts';
import type { CampaignStatus, Prisma, SendType } from '../../generated/prisma/client.ts';
import type { RecordKind } from '../../records/change-record.ts';
import type { SendTables } from '../delivery/engine/send-tables.ts';
import type { MetaShape } from '../delivery/meta/meta.ts';
import type { OfferLinks } from './offers/links.ts';

/** The fields that say when and to whom a campaign of either kind sends. */
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
  pausedAt: Date | null;
  cycle: number;
}

type Columns = Record<string, unknown>;

/** The differences between SMS and voice campaigns (`sms/kind.ts`, `voice/kind.ts`). Everything else is shared. */
export interface CampaignKind<Of extends Campaign> extends RecordKind<Of> {
  meta: MetaShape;
  sends: SendTables;
  /** The links to its offers. */
  offers: OfferLinks;
  /** The message that refuses to delete a campaign that goes out. */
  inUse: string;
  create(tx: Tx, columns: Columns): Promise<Of>;
  write(tx: Tx, campaign: Of, columns: Columns): Promise<Of>;
  /** Columns besides its meta that a copy of a campaign has, too. */
  copied(campaign: Of): Columns;
  /** Copies what belongs to a campaign besides its columns and offers. */
  copyParts(tx: Tx, original: Of, copy: Of): Promise<void>;
  /** What it lacks of texts, and of offers that they lead to. */
  partErrors(tx: Tx, campaign: Of): Promise<FieldErrors>;
  /** What a campaign lacks before it can start. */
  lackErrors(ctx: Context, tx: Tx, campaign: Of): Promise<FieldErrors>;
  /** Warnings that the log shows when a campaign starts. */
  startWarnings(ctx: Context, campaign: Of): Promise<string[]>;
  /** Columns that starting a campaign changes besides its status, unless the same change sets them. */
  started(campaign: Of): Columns;
  /** Columns that stopping a campaign changes besides its status. */
  stopped(reason: string | null): Columns;
}
