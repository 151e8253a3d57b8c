import { expect, test } from 'vitest';
import { unannounced, undated } from '../../scripts/schema-changes.ts';

const BEFORE = `
  enum Color { red green }
  input NewShoe { name: String }
  type Boot { id: ID! }
  type Shoe { id: ID!, name: String!, size: Int!, boot(first: Int): Boot }
  union Thing = Shoe | Boot
  type Query { shoe(id: ID!): Shoe, thing: Thing, color(shoe: NewShoe): Color }`;

const AFTER = `
  enum Color { red }
  input NewShoe { name: String, size: Int! }
  type Boot { id: ID! }
  type Shoe { id: ID!, name: String, boot: Boot, color: Color }
  union Thing = Shoe
  type Query { shoe(id: ID!, size: Int!): Shoe, thing: Thing, color(shoe: NewShoe): Color, boot: Boot }`;

const changelog = (...entries: string[]) =>
  `# Changelog\n\n## [Unreleased]\n\n### Changed\n\n${entries.map((entry) => `- ${entry}\n`).join('')}\n## [0.1.0] - 2026-11-25\n\n- **Breaking** \`Shoe.size\`\n`;

const missing = (coordinate: string) =>
  `No **Breaking** entry under Unreleased in CHANGELOG.md names \`${coordinate}\`.`;

test('a breaking change is refused until an entry names it', () => {
  expect(unannounced(BEFORE, AFTER, changelog()).sort()).toEqual([
    `A required arg size on Query.shoe was added. ${missing('Query.shoe')}`,
    `A required field size on input type NewShoe was added. ${missing('NewShoe.size')}`,
    `Boot was removed from union type Thing. ${missing('Thing')}`,
    `Shoe.boot arg first was removed. ${missing('Shoe.boot')}`,
    `Shoe.name changed type from String! to String. ${missing('Shoe.name')}`,
    `Shoe.size was removed. ${missing('Shoe.size')}`,
    `green was removed from enum type Color. ${missing('Color.green')}`,
  ]);
  const entries = [
    '**Breaking** `Shoe.size` and `Shoe.boot(first:)` are gone: use `Shoe.color`.\n  `Shoe.boot` has no arguments, `Thing` no boots, `Color.green` went.',
    '**Breaking** `Query.shoe`, `NewShoe.size`',
    '`Shoe.name` may be null.',
  ];
  expect(unannounced(BEFORE, AFTER, changelog(...entries))).toEqual([
    `Shoe.name changed type from String! to String. ${missing('Shoe.name')}`,
  ]);
});

test('an entry names an enum for all of its values', () => {
  const after = BEFORE.replace('red green', 'crimson');
  expect(unannounced(BEFORE, after, changelog('**Breaking** `Colors`, `Color.red`'))).toEqual([
    `green was removed from enum type Color. ${missing('Color.green')}`,
  ]);
  expect(unannounced(BEFORE, after, changelog('**Breaking** values of `Color`'))).toEqual([]);
  expect(unannounced(BEFORE, BEFORE.replace('size: Int!,', ''), changelog('**Breaking** `Shoe`'))).toEqual([
    `Shoe.size was removed. ${missing('Shoe.size')}`,
  ]);
});

test('what only adds needs no entry', () => {
  const more = BEFORE.replace('red green', 'red green blue').replace('size: Int!', 'size: Int!, width: Int');
  expect(unannounced(BEFORE, more, changelog())).toEqual([]);
});

test('a deprecation says until when it works', () => {
  const schema = `type Query {
    a: Int @deprecated(reason: "Use b. Removed after 2027-06-30.")
    b: Int @deprecated(reason: "Use a.")
    c(d: Int @deprecated): Int
    e: Int @deprecated(reason: "Use a. Removed after 2027-06-31.")
  }`;
  const rule = 'the reason of @deprecated must end with "Removed after YYYY-MM-DD.":';
  expect(undated(schema)).toEqual([
    `schema.graphql:3: ${rule} "Use a."`,
    `schema.graphql:4: ${rule} ""`,
    `schema.graphql:5: ${rule} "Use a. Removed after 2027-06-31."`,
  ]);
});
