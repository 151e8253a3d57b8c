import { setImmediate } from 'node:timers/promises';
import sax from 'sax';

export type Parts = (name: string) => Promise<AsyncIterable<Buffer> | null>;

export const WORKBOOK = 'xl/workbook.xml';

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
  const decoder = new TextDecoder();
  for await (const piece of bytes) {
    parser.write(decoder.decode(piece, { stream: true }));
    if (failed) throw failed;
    yield;
    await setImmediate();
  }
  parser.close();
  if (failed) throw failed;
  yield;
}

export async function readPart(parts: Parts, name: string, handlers: Handlers): Promise<void> {
  const bytes = await parts(name);
  if (!bytes) return;
  for await (const _ of readXml(bytes, handlers));
}
