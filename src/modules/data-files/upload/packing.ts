/** What has to be taken out before there is a text. */
export type Packing = 'zip' | 'gzip' | 'ole';

const SIGNATURES: [Packing, Buffer][] = [
  ['zip', Buffer.from('504b0304', 'hex')],
  ['gzip', Buffer.from('1f8b08', 'hex')],
  // Workbooks of before 2007, and those of today that have a password.
  ['ole', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
];

/** Told by the first eight bytes, whatever the file is called. */
export const packingOf = (head: Buffer): Packing | null =>
  SIGNATURES.find(([, signature]) => head.subarray(0, signature.length).equals(signature))?.[0] ?? null;
