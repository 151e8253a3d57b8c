import type { Inbound } from 'sms-providers';

type Receive = (inbound: Inbound) => Promise<void>;

interface Waiting {
  inbound: Inbound;
  stored: () => void;
  failed: (error: unknown) => void;
}

/** Most deliveries of one commit. */
const MOST = 1_000;
/** The most receipts that may wait. Beyond that the operator is asked to send them again later. */
const MOST_WAITING = 10_000;

/**
 * Receipts that come one by one while others are being stored share the next commit. What the database refuses for its content is
 * then stored alone, so that it spoils no other. Replies wait for nothing: one of them may be a STOP.
 */
export function receiveTogether(receive: Receive): Receive {
  let waiting: Waiting[] = [];
  let isStoring = false;

  async function storeAll(): Promise<void> {
    isStoring = true;
    while (waiting.length > 0) {
      const some = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      await store(some);
    }
    isStoring = false;
  }

  async function store(some: readonly Waiting[]): Promise<void> {
    try {
      await receive({ receipts: some.flatMap(({ inbound }) => inbound.receipts), replies: [] });
      for (const { stored } of some) stored();
    } catch (error) {
      if (some.length > 1 && isOfContent(error)) for (const one of some) await store([one]);
      else for (const { failed } of some) failed(error);
    }
  }

  return (inbound) => {
    if (inbound.replies.length > 0) return receive(inbound);
    if (waiting.length >= MOST_WAITING) return Promise.reject(new Error('Too many receipts wait to be stored.'));
    return new Promise((stored, failed) => {
      waiting.push({ inbound, stored, failed });
      if (!isStoring) void storeAll();
    });
  };
}

/** SQLSTATE classes 22 and 23. */
const isOfContent = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: string } | undefined)?.code));
