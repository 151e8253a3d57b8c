import type pg from 'pg';

/**
 * A transaction of SQL alone, for writes in bulk: Prisma would take each row apart. Inside it use only `client`: on the
 * embedded database everybody else waits until it ends.
 */
export async function transaction<T>(
  pool: Pick<pg.Pool, 'connect'>,
  work: (client: Pick<pg.PoolClient, 'query'>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // Whatever keeps the connection from rolling back has broken it.
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
