import smpp from 'smpp';
import { gsmBytes } from 'sms-providers';
import { expect, test } from 'vitest';

test('a plain text is the bytes that the library makes of it; all else is left to the library', () => {
  const all = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));
  const plain = all.filter((character) => Buffer.isBuffer(gsmBytes(character)));
  expect(plain.join('')).toBe(
    '\n\r !"#%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  );
  const bytesOf = (message: Buffer | string) =>
    new smpp.PDU('submit_sm', { data_coding: 0, short_message: { message } }).toBuffer().toString('hex');
  for (const character of plain) expect(bytesOf(gsmBytes(character))).toBe(bytesOf(character));
  expect(gsmBytes('10 € for Zoë')).toBe('10 € for Zoë');
});
