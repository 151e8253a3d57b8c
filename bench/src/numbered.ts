/** Stands for a request's own number, in ten digits: what is written twice would be a repeat. */
export const NUMBER = '@@@@@@@@@@';

/** Stands for one of so many things, which the requests are about in turns. */
export const THING = '########';
export const THINGS = 20_000;

export const numbered = (request: string, number: number): string =>
  request
    .replaceAll(NUMBER, String(number).padStart(NUMBER.length, '0'))
    .replaceAll(THING, String(number % THINGS).padStart(THING.length, '0'));
