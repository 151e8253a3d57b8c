import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import countries from 'i18n-iso-countries';
import { readMigrations } from '../src/database/migrate.ts';
import { chooseNetworks, type Network, type NetworkBrand } from './reference-networks.ts';

/**
 * Countries, network brands and networks as a migration: every database has them, and the running product needs
 * neither of the packages they come from.
 *
 * `tsx prisma/reference-data.ts --check` says whether a migration has what the installed packages give. An applied
 * migration never changes, so newer packages travel as another one:
 * `tsx prisma/reference-data.ts --name <timestamp>_reference_data` (its rows replace those with the same id).
 */
const ROWS_PER_STATEMENT = 500;

type Country = { id: number; iso2: string; iso3: string; name: string };

function readCountries(): Country[] {
  return Object.entries(countries.getNumericCodes())
    .map(([numeric, iso2]) => ({
      id: Number(numeric),
      iso2,
      iso3: countries.alpha2ToAlpha3(iso2)!,
      name: countries.getName(iso2, 'en')!,
    }))
    .sort((a, b) => a.id - b.id);
}

function header(all: Country[], brands: NetworkBrand[], networks: Network[]): string {
  return `-- ${all.length} countries, ${brands.length} network brands, ${networks.length} networks. Written by prisma/reference-data.ts; do not edit.
--
-- Countries: ISO 3166-1, from the npm package i18n-iso-countries ${versionOf('i18n-iso-countries')} (MIT); the id is the numeric code.
--   Kosovo has none: XK and 983 are the codes in common use.
-- Networks and brands: operational ones of the public MCC/MNC table, from the npm package mcc-mnc-list ${versionOf('mcc-mnc-list')} (MIT).
--   A network's id is its MCC followed by its MNC padded to three digits; how entries without a country, without a
--   brand, and several for one code are settled stands in prisma/reference-networks.ts.
`;
}

function versionOf(packageName: string): string {
  const require = createRequire(import.meta.url);
  const manifest = join(dirname(require.resolve(packageName)), 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

function migrationSql(): string {
  const all = readCountries();
  const { brands, networks } = chooseNetworks(new Map(all.map(({ iso2, id }) => [iso2, id])));
  const statements = [
    ...inserts(
      'countries',
      ['id', 'iso2', 'iso3', 'name'],
      all.map((row) => [row.id, row.iso2, row.iso3, row.name]),
    ),
    ...inserts(
      'network_brands',
      ['id', 'country_id', 'name'],
      brands.map((row) => [row.id, row.countryId, row.name]),
    ),
    ...inserts(
      'networks',
      ['id', 'mcc', 'mnc', 'country_id', 'brand_id', 'operator'],
      networks.map((row) => [row.id, row.mcc, row.mnc, row.countryId, row.brandId, row.operator]),
    ),
  ];
  return [header(all, brands, networks), ...statements].join('\n');
}

function inserts(table: string, columns: string[], rows: (string | number | null)[][]): string[] {
  const updates = columns.slice(1).map((column) => `"${column}" = EXCLUDED."${column}"`);
  const statements: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const values = rows.slice(at, at + ROWS_PER_STATEMENT).map((row) => `  (${row.map(literal).join(', ')})`);
    statements.push(
      `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) VALUES\n${values.join(',\n')}\nON CONFLICT ("id") DO UPDATE SET ${updates.join(', ')};\n`,
    );
  }
  return statements;
}

function literal(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

function main(): number {
  const { values } = parseArgs({ options: { name: { type: 'string' }, check: { type: 'boolean' } } });
  const sql = migrationSql();
  if (values.check || !values.name) {
    const same = readMigrations().some((migration) => migration.sql.endsWith(sql));
    process.stdout.write(
      same ? 'A migration has what the packages say.\n' : 'No migration has what the packages say.\n',
    );
    return same ? 0 : 1;
  }
  const path = join(import.meta.dirname, 'migrations', values.name, 'migration.sql');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, sql);
  process.stdout.write(`Written: ${path} (${sql.length} characters)\n`);
  return 0;
}

process.exitCode = main();
