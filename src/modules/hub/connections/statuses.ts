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
  INVALID_CLASS: 0x43,
  INVALID_DESTINATION_TYPE: 0x50,
  THROTTLED: 0x58,
  INVALID_SCHEDULE: 0x61,
  INVALID_EXPIRY: 0x62,
  QUERY_FAILED: 0x67,
  INVALID_CODING: 0x104,
} as const;

/** What a refused submit is answered with: its own one each. Those from 0x400 are of our own, as the standard has none. */
export const REFUSED: Readonly<Record<SubmitRefusal, number>> = {
  not_allowed: 0x45,
  invalid_sender: 0x0a,
  invalid_number: 0x0b,
  invalid_text: 0x01,
  invalid_time: 0x62,
  suppressed: 0x401,
  no_route: 0x402,
  route_unusable: 0x403,
  price_too_high: 0x404,
  margin_too_low: 0x405,
  balance: 0x406,
};
