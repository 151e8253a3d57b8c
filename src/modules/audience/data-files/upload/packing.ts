export type Packing = 'zip' | 'gzip' | 'ole';

const SIGNATURES: [Packing, Buffer][] = [
  ['zip', Buffer.from('504b0304', 'hex')],
  // Without entries.
  ['zip', Buffer.from('504b0506', 'hex')],
  ['gzip', Buffer.from('1f8b08', 'hex')],
  // Workbooks from before 2007, and newer ones with a password.
  ['ole', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
];

export const packingOf = (head: Buffer): Packing | null =>
  SIGNATURES.find(([, signature]) => head.subarray(0, signature.length).equals(signature))?.[0] ?? null;
