import { parseArgs } from 'node:util';

export interface Arguments {
  path: string;
  /** Field → position or header name. Empty: the server's guess. */
  map: Record<string, string>;
  country: string | undefined;
  brand: string | undefined;
  tags: string[];
  hasHeader: boolean | undefined;
  encoding: string | undefined;
  errorsTo: string | undefined;
  again: boolean;
  url: string;
  token: string;
}

export class UsageError extends Error {}

export const USAGE = `npm run import -- <file> [options]

  --map number=0,name=1,…   which column becomes which field: positions from 0, or names of the header;
                            without it the server's proposal is taken
  --country DE              country of the rows that name none: ISO code of two letters, or numeric
  --brand <name>            network brand of every contact
  --tag <name>              tag of every contact; may be given several times
  --header, --no-header     the first row names the columns, or is a contact; found out unless given
  --encoding windows-1251   encoding of a text file; found out unless given
  --errors <file.csv>       where to write errors and warnings of rows
  --again                   import once more although this file was imported like this before
  --url http://…            the server (OUTBOUND_URL, else http://127.0.0.1:4000)
  --token obt_…             a token of the team (better in OUTBOUND_TOKEN: others see arguments)

When interrupted, the import continues at the server. Run the same command to follow it, or to continue where it stopped.
Ends with 0 when every row became a contact (warnings included), 3 when some did not, 1 on failure, 2 on wrong arguments.
`;

export function readArguments(args: string[], environment: Record<string, string | undefined>): Arguments | 'help' {
  const { values, positionals } = parsed(args);
  if (values.help) return 'help';
  const [path, ...others] = positionals;
  if (path === undefined) throw new UsageError('Which file?');
  if (others.length > 0) throw new UsageError(`One file at a time, not ${others.join(' ')}, too.`);
  const token = (values.token ?? environment.OUTBOUND_TOKEN)?.trim();
  if (!token) throw new UsageError('A token of the team is needed: OUTBOUND_TOKEN or --token.');
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('The token contains invalid characters. Copy it again.');
  const url = values.url ?? environment.OUTBOUND_URL ?? 'http://127.0.0.1:4000';
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new UsageError(`--url must be an http or https URL, e.g. http://127.0.0.1:4000, not ${url}.`);
  }
  return {
    path,
    map: readMap(values.map),
    country: values.country,
    brand: values.brand,
    tags: values.tag ?? [],
    hasHeader: values.header,
    // Its name in the schema.
    encoding: values.encoding?.toLowerCase().replaceAll('-', '_'),
    errorsTo: values.errors,
    again: values.again ?? false,
    url: url.replace(/(?<!\/)\/+$/, ''),
    token,
  };
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const texts = { type: 'string', multiple: true } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    ...{ map: text, country: text, brand: text, encoding: text, errors: text, url: text, token: text },
    ...{ tag: texts, header: flag, again: flag, help: flag },
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** `number=0,name=Full name`; documented names (`foreign_id`) work, too. */
function readMap(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [field = '', ...rest] = pair.split('=');
      const column = rest.join('=').trim();
      if (!/^\w+$/.test(field.trim()) || column === '')
        throw new UsageError(`--map: ${pair} is not of the form field=column.`);
      return [field.trim().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), column];
    }),
  );
}
