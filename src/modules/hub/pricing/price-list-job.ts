import { createHash } from 'node:crypto';
import { z } from 'zod';
import { all, type Tx } from '../../../database/transaction.ts';
import { addJob, mayNotRepeat, mayRepeat } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { priceListLetter } from '../../identity/email/letters.ts';
import { EMAIL_ATTEMPTS, sendEmail } from '../../identity/email/send-email.ts';
import { priceList } from './price-list.ts';

/** Changes within it come in one e-mail. */
const TOGETHER_MS = 60_000;

/** As base64 less than 10 MB, which is what many mail servers take. */
const MOST_CHARACTERS = 7_000_000;

const payloadShape = z.object({ teamId: z.uuid(), companyId: z.uuid(), email: z.string() });
type Payload = z.infer<typeof payloadShape>;

const keyOf = ({ companyId, email }: Payload) =>
  `price-list:${companyId}:${createHash('sha256').update(email).digest('hex')}`;

/** An e-mail to each address of the companies' endpoints; of all companies where null is among them. */
export async function planPriceLists(tx: Tx, teamId: string, companyIds: readonly (string | null)[]): Promise<void> {
  const isForAll = companyIds.includes(null);
  const waiting = await tx.rows<Omit<Payload, 'teamId'>>`SELECT DISTINCT client_company_id AS "companyId",
      pricing_update_email AS email
    FROM seller_endpoints WHERE team_id = ${teamId}::uuid AND client_company_id IS NOT NULL AND pricing_update_email IS NOT NULL
      AND (${isForAll} OR client_company_id = ANY(${companyIds}::uuid[]))`;
  const runAt = new Date(Date.now() + TOGETHER_MS);
  await all(
    waiting.map((one) => {
      const payload = { teamId, ...one };
      const key = keyOf(payload);
      return addJob(tx, {
        task: 'send_price_list',
        payload,
        key,
        keepsRunAt: true,
        maxAttempts: EMAIL_ATTEMPTS,
        runAt,
      });
    }),
  );
}

export const sendPriceListTask: Task = {
  async run(services, given) {
    const { db, config } = services;
    // Nobody waits for this e-mail: the list can be downloaded, too.
    if (config.EMAIL_URL === undefined) return;
    const payload = payloadShape.parse(given);
    const { teamId, companyId, email } = payload;
    const company = await db.prisma.clientCompany.findFirst({
      where: { teamId, id: companyId, sellerEndpoints: { some: { pricingUpdateEmail: email } } },
      select: { name: true, team: { select: { name: true } } },
    });
    if (!company) return;
    const list = await shortOf(priceList(db, teamId, companyId, new Date()));
    const letter = priceListLetter({ email, team: company.team.name, company: company.name, list });
    const key = keyOf(payload);
    await mayNotRepeat(services, key);
    try {
      await sendEmail(config, letter);
    } catch (error) {
      await mayRepeat(services, key, EMAIL_ATTEMPTS);
      throw error;
    }
  },

  async giveUp() {},
};

/** Null: it is too long for an e-mail. */
async function shortOf(list: AsyncIterable<string>): Promise<string | null> {
  let text = '';
  for await (const lines of list) {
    text += lines;
    if (text.length > MOST_CHARACTERS) return null;
  }
  return text;
}
