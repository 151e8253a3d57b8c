import { decryptToken, encryptToken } from '../../src/secrets.ts';
import type { TestApp } from './app.ts';

interface Columns {
  table: 'routes' | 'voice_accounts' | 'sending_settings' | 'webhook_endpoints' | 'seller_endpoints';
  column: string;
  ends: string;
}

/** As if so many hours had passed since secrets were replaced: of all records of the table. */
export async function passHours({ pool, services }: TestApp, { table, column, ends }: Columns, hours: number) {
  const { tokenKeys } = services;
  const { rows } = await pool.query<{ sealed: Buffer }>(
    `SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  for (const { sealed } of rows) {
    const all = JSON.parse(decryptToken(tokenKeys, sealed)) as { until: string }[];
    const earlier = all.map((one) => ({
      ...one,
      until: new Date(Date.parse(one.until) - hours * 3_600_000).toISOString(),
    }));
    await pool.query(
      `UPDATE ${table} SET ${column} = $1, ${ends} = ${ends} - make_interval(hours => $2) WHERE ${column} = $3`,
      [Buffer.from(encryptToken(tokenKeys, JSON.stringify(earlier))), hours, sealed],
    );
  }
}
