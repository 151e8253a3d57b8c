const BLOCK = 512;

/** The header of a file's or directory's entry (POSIX ustar), for its owner alone. A directory's name ends with a slash. */
export function tarHeader(name: string, size: number): Buffer {
  const isDirectory = name.endsWith('/');
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(isDirectory ? 0o700 : 0o600, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 100);
  header.write(`        ${isDirectory ? 5 : 0}`, 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** What follows a content of this size. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const tarEntry = (name: string, content: Buffer): Buffer =>
  Buffer.concat([tarHeader(name, content.length), content, tarPadding(content.length)]);

export const TAR_END = Buffer.alloc(2 * BLOCK);
