import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/people.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let mine: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
  const other = await createTeam(app, 'Rival');
  for (const { team } of [mine, other]) {
    const teamId = team.id;
    await app.db.number.createMany({
      data: [15715550110n, 4930901820n].map((number) => ({ teamId, number, voiceProvider: 'provider_a' })),
    });
    await app.db.replyKeyword.createMany({
      data: ['INFO', 'CALL ME'].map((word) => ({ teamId, word, folded: word })),
    });
  }
});
afterAll(() => app.close());

async function found(list: string, filter: string, field: string): Promise<unknown[]> {
  const { data, errors } = await app.graphql<Record<string, { nodes: Record<string, unknown>[] }>>(
    `{ ${list}(filter: ${filter}) { nodes { ${field} } } }`,
    { token: mine.token },
  );
  expect(errors).toBeUndefined();
  return data![list]!.nodes.map((node) => node[field]);
}

test('voice numbers are found by some of their digits', async () => {
  const search = (text: string) => found('voiceNumbers', `{ search: ${JSON.stringify(text)} }`, 'number');
  expect(await search('555')).toEqual(['+15715550110']);
  expect(await search('+1 (571) 555-01')).toEqual(['+15715550110']);
  expect(await search('030 9018')).toEqual(['+4930901820']);
  expect(await search('')).toHaveLength(2);
  expect([await search('999'), await search('Ada'), await search('+')]).toEqual([[], [], []]);
});

test('keywords are found by their word', async () => {
  expect(await found('replyKeywords', '{ word: "call" }', 'word')).toEqual(['CALL ME']);
  expect(await found('replyKeywords', '{ word: "%" }', 'word')).toEqual([]);
});

test('members are found by their person', async () => {
  const token = await signIn(app, [[mine.team.id, 'member']]);
  await signIn(app, [[mine.team.id, 'member']]);
  const { data } = await app.graphql<{ me: { id: string; name: string; email: string } }>('{ me { id name email } }', {
    token,
  });
  const { id, email } = data!.me;
  await app.db.user.update({ where: { id }, data: { name: 'Ada Stein' } });
  const members = async (filter: string) => {
    const query = `{ team { members(filter: ${filter}) { nodes { userId } } } }`;
    const answer = await app.graphql<{ team: { members: { nodes: object[] } } }>(query, { token: mine.token });
    return answer.data!.team.members.nodes;
  };
  expect(await members('{ search: "ada st" }')).toEqual([{ userId: id }]);
  expect(await members(`{ search: ${JSON.stringify(email.toUpperCase())} }`)).toEqual([{ userId: id }]);
  expect(await members(`{ userId: "${id}" }`)).toEqual([{ userId: id }]);
  expect(await members('{ search: "Nobody" }')).toEqual([]);
  expect(await members('{ search: "" }')).toHaveLength(2);
});

test('endpoints of sellers are found by name and username', async () => {
  const create = (username: string, name: string | null) =>
    app.graphql('mutation ($input: CreateSellerEndpointInput!) { createSellerEndpoint(input: $input) { id } }', {
      token: mine.token,
      variables: { input: { username, password: 'secret12', name } },
    });
  expect((await create(`up${process.pid}`, 'Uptown')).errors).toBeUndefined();
  expect((await create(`dn${process.pid}`, null)).errors).toBeUndefined();
  expect(await found('sellerEndpoints', '{ search: "TOWN" }', 'name')).toEqual(['Uptown']);
  expect(await found('sellerEndpoints', `{ search: "dn${process.pid}" }`, 'name')).toEqual([null]);
});
