import type { Prisma, PrismaClient, SellerEndpoint } from '../../src/generated/prisma/client.ts';

export async function createSellerEndpoint(
  db: PrismaClient,
  data: Prisma.SellerEndpointUncheckedCreateInput,
): Promise<SellerEndpoint> {
  const { teamId, username } = data;
  await db.sellerUsername.create({ data: { teamId, username } });
  return db.sellerEndpoint.create({ data });
}
