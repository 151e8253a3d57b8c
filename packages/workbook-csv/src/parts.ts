import { setImmediate } from 'node:timers/promises';
import sax from 'sax';

/** A file of the package by its name, in any case. Null when there is none. */
export type Parts = (name: string) => Promise<AsyncIterable<Buffer> | null>;

const WORKBOOK = 'xl/workbook.xml';

/** The name of the workbook's own part. It is a convention; the relationships of the package say it. */
export async function workbookOf(parts: Parts): Promise<string> {
  let path = WORKBOOK;
  await readPart(parts, '_rels/.rels', {
    open(tag, { Type = '', Target = '' }) {
      if (tag === 'Relationship' && /\/officeDocument$/.test(Type)) path = pathFrom('', Target);
    },
  });
  return path;
}

/** A target is relative to the part that refers to it, or absolute. */
export function pathFrom(part: string, target: string): string {
  const base = `http://package/${part}`;
  const { pathname } = new URL(URL.canParse(target, base) ? target : '/', base);
  try {
    return decodeURIComponent(pathname).slice(1);
  } catch {
    return pathname.slice(1);
  }
}

interface Handlers {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Some programs write `x:row` for `row`. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Each yield lets the caller take what the handlers have gathered. */
export async function* readXml(bytes: AsyncIterable<Buffer>, handlers: Handlers): AsyncGenerator<void> {
  const parser = sax.parser(true);
  let failed: Error | undefined;
  parser.onerror = (error) => {
    failed ??= error;
    parser.resume();
  };
  parser.onopentag = ({ name, attributes }) => {
    handlers.open?.(local(name), attributes as Record<string, string>);
  };
  parser.ontext = (text) => handlers.text?.(text);
  parser.oncdata = (text) => handlers.text?.(text);
  parser.onclosetag = (name) => handlers.close?.(local(name));
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes) {
    decoder ??= decoderFor(piece);
    parser.write(decoder.decode(piece, { stream: true }));
    if (failed) throw failed;
    yield;
    await setImmediate();
  }
  parser.close();
  if (failed) throw failed;
  yield;
}

function decoderFor(start: Buffer): TextDecoder {
  const [first, second] = start;
  if (first === 0xfe || first === 0) return new TextDecoder('utf-16be');
  if (first === 0xff || second === 0) return new TextDecoder('utf-16le');
  const declared =
    /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start.toString('latin1', 0, 200))?.[1] ?? '';
  try {
    return new TextDecoder(/^utf-?16/i.test(declared) ? 'utf-8' : declared || 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

export async function readPart(parts: Parts, name: string | undefined, handlers: Handlers): Promise<void> {
  const bytes = name === undefined ? null : await parts(name);
  if (!bytes) return;
  for await (const _ of readXml(bytes, handlers));
}
