import type { SubmitRefusal } from '../traffic/submission.ts';

/** Statuses of SMPP 3.4 that we answer with. */
export const STATUS = {
  OK: 0x00,
  INVALID_LENGTH: 0x01,
  INVALID_COMMAND: 0x03,
  NOT_BOUND: 0x04,
  ALREADY_BOUND: 0x05,
  SYSTEM_ERROR: 0x08,
  INVALID_ID: 0x0c,
  BIND_FAILED: 0x0d,
  CANCEL_FAILED: 0x11,
  REPLACE_FAILED: 0x13,
  QUEUE_FULL: 0x14,
  INVALID_DESTINATIONS: 0x33,
  INVALID_LIST: 0x34,
  INVALID_PARTS: 0x43,
  THROTTLED: 0x58,
  INVALID_SCHEDULE: 0x61,
  INVALID_EXPIRY: 0x62,
  QUERY_FAILED: 0x67,
  INVALID_CODING: 0x104,
} as const;

/** What a refused submit is answered with: its own one each. Those from 0x400 are of our own, as the standard has none. */
export const REFUSED: Readonly<Record<SubmitRefusal, number>> = {
  NOT_ALLOWED: 0x45,
  INVALID_SENDER: 0x0a,
  INVALID_NUMBER: 0x0b,
  INVALID_TEXT: 0x01,
  INVALID_TIME: 0x62,
  SUPPRESSED: 0x401,
  NO_ROUTE: 0x402,
  ROUTE_UNUSABLE: 0x403,
  PRICE_TOO_HIGH: 0x404,
  MARGIN_TOO_LOW: 0x405,
  BALANCE: 0x406,
};
