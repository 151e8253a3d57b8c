import { setImmediate } from 'node:timers/promises';
import sax from 'sax';

/** Unpacks a part of the workbook by its name; null when there is none. */
export type Parts = (name: string) => Promise<AsyncIterable<Buffer> | null>;

/** The part that tells a workbook from any other archive. */
export const WORKBOOK = 'xl/workbook.xml';

interface Handlers {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Names without their prefix: some programs write `x:row` for `row`. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Calls the handlers for the XML. Each yield lets the caller take what they have gathered so far. */
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
    // Parsing runs on the thread that answers requests.
    await setImmediate();
  }
  parser.close();
  if (failed) throw failed;
  yield;
}

/** Reads a small part to its end. */
export async function readPart(parts: Parts, name: string, handlers: Handlers): Promise<void> {
  const bytes = await parts(name);
  if (!bytes) return;
  for await (const _ of readXml(bytes, handlers));
}
