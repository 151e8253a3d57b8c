import { setImmediate } from 'node:timers/promises';
import sax from 'sax';

/** A part of the workbook by its name, as it is unpacked; null when there is none. */
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

/** Tells the handlers what is in the XML; what they gathered of a piece can be taken whenever this yields. */
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
    // It computes on the thread that answers requests.
    await setImmediate();
  }
  parser.close();
  if (failed) throw failed;
  yield;
}

/** To its end, for parts that are small. */
export async function readPart(parts: Parts, name: string, handlers: Handlers): Promise<void> {
  const bytes = await parts(name);
  if (!bytes) return;
  for await (const _ of readXml(bytes, handlers));
}
