import { describe, expect, test } from 'vitest';
import { isBotRequest } from '../../../../src/modules/delivery/links/bots.ts';
import { offerUrl } from '../../../../src/modules/delivery/links/offer-url.ts';
import { readPostback, signatureOf } from '../../../../src/modules/delivery/links/postbacks.ts';
import { createShortCodes, shortCodeIn } from '../../../../src/modules/delivery/links/short-codes.ts';

describe('short codes', () => {
  test('are of ten letters and digits, each another, all of them as likely', () => {
    const codes = createShortCodes(20_000);
    expect(new Set(codes).size).toBe(20_000);
    expect(codes.filter((code) => shortCodeIn(code) !== code || !/^[1-9A-HJ-NP-Za-km-z]{10}$/.test(code))).toEqual([]);
    const counts = new Map<string, number>();
    for (const letter of codes.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(58);
    for (const count of counts.values()) expect(Math.abs(count - 200_000 / 58)).toBeLessThan(400);
  });

  test.each(['', 'abc', 'abcdefghi0', 'abcdefghiI', 'abcdefghi/', 'abcdefghijk', '../../etc1', 'x/abcdefghij'])(
    'are not %j',
    (text) => {
      expect(shortCodeIn(text)).toBeNull();
    },
  );

  test.each([
    ...['.', ')', ',', ' ', '>', '"', "'", '!', ';', ':', ']', '}', '*', '_', '-', '|', '\\', '%', '%ff', '/', '),'],
    ...['…', '”', '»', '。', '、', '\u200b', '\u2060', '\ufeff', '\u00a0', '\n', 'です', '. Reply STOP', '/index.html'],
  ])('are found before %j', (after) => {
    expect(shortCodeIn(`abcdefghij${after}`)).toBe('abcdefghij');
  });

  test.each([' ', '<', '\u200b', '(', '/', '“'])('are found after %j', (before) => {
    expect(shortCodeIn(`${before}abcdefghij`)).toBe('abcdefghij');
  });
});

describe('an offer’s URL gets the click’s id', () => {
  test.each([
    ['https://shop.example', 'https://shop.example?click_id=a1'],
    ['https://shop.example/p?', 'https://shop.example/p?click_id=a1'],
    ['https://shop.example/p?x=a%20b+c&y', 'https://shop.example/p?x=a%20b+c&y&click_id=a1'],
    ['https://shop.example/p#top', 'https://shop.example/p?click_id=a1#top'],
    ['https://shop.example/p?x=1#/r?z=2', 'https://shop.example/p?x=1&click_id=a1#/r?z=2'],
    ['https://shop.example/?click_id=old&click_id&x=1', 'https://shop.example/?x=1&click_id=a1'],
    ['https://shop.example/?my_click_id=2', 'https://shop.example/?my_click_id=2&click_id=a1'],
    ['https://shop.example/{click_id}?sub=%7Bclick_id%7D', 'https://shop.example/a1?sub=a1'],
  ])('%s', (url, expected) => {
    expect(offerUrl(url, 'a1')).toBe(expected);
  });

  test.each([
    ['https://shop.example/?q=日本', 'https://shop.example/?q=%E6%97%A5%E6%9C%AC&click_id=a1'],
    ['https://shop.example/café/?q=%C3%A9&r=é', 'https://shop.example/caf%C3%A9/?q=%C3%A9&r=%C3%A9&click_id=a1'],
    ['https://shop.example/?q=100%&b=%zz', 'https://shop.example/?q=100%&b=%zz&click_id=a1'],
    ['https://shop.example/a b?q=c d#é', 'https://shop.example/a%20b?q=c%20d&click_id=a1#%C3%A9'],
    ['https://shop.example/?q=😀#top', 'https://shop.example/?q=%F0%9F%98%80&click_id=a1#top'],
    ['https://日本.example/?q=1', 'https://xn--wgv71a.example/?q=1&click_id=a1'],
    ['https://bücher.example', 'https://xn--bcher-kva.example?click_id=a1'],
    ['HTTPS://Bücher.Example:8443/P?x#y', 'https://xn--bcher-kva.example:8443/P?x&click_id=a1#y'],
    ['https://ü:pässe@shop。example/', 'https://%C3%BC:p%C3%A4sse@shop.example/?click_id=a1'],
    ['https://日本.example/{click_id}/é', 'https://xn--wgv71a.example/a1/%C3%A9'],
    ['https://shop.example\\é', 'https://shop.example\\%C3%A9?click_id=a1'],
    ['https://shop.example/a\r\n\tb\u0085c\u007f', 'https://shop.example/ab%C2%85c%7F?click_id=a1'],
  ])('in ASCII: %s', (url, expected) => {
    expect(offerUrl(url, 'a1')).toBe(expected);
  });

  test('written so that it is one value', () => {
    expect(offerUrl('https://shop.example/?x={click_id}', '$&a&b=c#')).toBe(
      'https://shop.example/?x=%24%26a%26b%3Dc%23',
    );
  });
});

describe('a click', () => {
  const person =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

  test.each([
    [{ 'user-agent': person }, false],
    [{}, true],
    [{ 'user-agent': ' ' }, true],
    [{ 'user-agent': 'facebookexternalhit/1.1' }, true],
    [{ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, true],
    [{ 'user-agent': 'WhatsApp/2.23.20.0' }, true],
    [{ 'user-agent': 'curl/8.5.0' }, true],
    [{ 'user-agent': person, 'sec-purpose': 'prefetch;prerender' }, true],
    [{ 'user-agent': person, purpose: 'prefetch' }, true],
  ])('with %j is a bot’s: %j', (headers, expected) => {
    expect(isBotRequest(headers)).toBe(expected);
  });
});

describe('a postback', () => {
  const secret = 'postback-secret';
  const sale = { click_id: 'a1', event: 'sale' };

  test('is taken when it is signed for its event and click', () => {
    const signature = signatureOf(secret, { clickId: 'a1', event: 'sale' });
    // HMAC-SHA256 of `sale.a1`, as any other program works it out.
    expect(signature).toBe('aa9595946f9cb626e00f6925025a7eaf4f2436ba7af02facbcb41790c8284f21');
    expect(readPostback(secret, { ...sale, signature })).toEqual({ clickId: 'a1', event: 'sale' });
    expect(readPostback(secret, { ...sale, signature: signature.toUpperCase() })).toEqual({
      clickId: 'a1',
      event: 'sale',
    });
    expect(readPostback(secret, { ...sale, key: secret })).toEqual({ clickId: 'a1', event: 'sale' });
    for (const changed of [
      { event: 'lead' },
      { click_id: 'a2' },
      { signature: signature.slice(1) },
      { signature: '' },
    ]) {
      expect(readPostback(secret, { ...sale, signature, ...changed })).toBeNull();
    }
  });

  test('is refused without a signature, of another event and of another shape', () => {
    const signed = (event: string, click_id: unknown) => ({ event, click_id, key: secret });
    expect(readPostback(secret, sale)).toBeNull();
    expect(readPostback(secret, { ...sale, key: 'other' })).toBeNull();
    expect(readPostback(secret, { ...sale, key: [secret] })).toBeNull();
    expect(readPostback(secret, signed('refund', 'a1'))).toBeNull();
    expect(readPostback(secret, signed('sale', ''))).toBeNull();
    expect(readPostback(secret, signed('sale', ['a1']))).toBeNull();
    expect(readPostback(secret, signed('sale', 'a'.repeat(201)))).toBeNull();
  });
});
