import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { ValidationError } from '../errors.ts';
import { EmailAddress } from '../graphql/scalars.ts';
import { messages } from '../input/validation-messages.ts';
import { createOwner } from '../modules/identity/teams/first-owner.ts';
import { runCommand } from '../process/run-process.ts';
import { openServices } from '../services.ts';

/** `npm run create-owner`. A password has no option, as everybody on the machine could read it. */
const USAGE = `Usage: npm run create-owner -- [--email <address>] [--name <name>] [--team <name>] [--timezone <IANA name>]
What is left out is asked for, or read line by line from what is piped in; the password always is.
`;

const QUESTIONS = { email: 'E-mail', name: 'Name', team: 'Team' } as const;

function openDialogue() {
  const { stdin, stdout } = process;
  let isSilent = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isSilent) stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY });
  const answers = lines[Symbol.asyncIterator]();
  lines.on('SIGINT', () => process.exit(130));
  return {
    async ask(question: string, isSecret = false): Promise<string> {
      if (stdin.isTTY) stdout.write(`${question}: `);
      isSilent = isSecret;
      const { value = '' } = await answers.next();
      if (isSecret && stdin.isTTY) stdout.write('\n');
      isSilent = false;
      return value;
    },
    close: () => lines.close(),
  };
}

async function readOwner() {
  const text = { type: 'string' } as const;
  const options = { email: text, name: text, team: text, timezone: text, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ options });
  if (values.help) return null;
  const { ask, close } = openDialogue();
  const email = values.email ?? (await ask(QUESTIONS.email));
  const name = values.name ?? (await ask(QUESTIONS.name));
  const teamName = values.team ?? (await ask(QUESTIONS.team));
  const password = await ask('Password, 10 characters or more', true);
  close();
  return { email: validEmail(email.trim()), name, teamName, password, timezone: values.timezone ?? null };
}

function validEmail(email: string): string {
  try {
    return EmailAddress.parseValue(email) as string;
  } catch {
    throw new ValidationError({ email: [messages.email('email')] });
  }
}

async function main(config: Config): Promise<void> {
  const owner = await readOwner();
  if (!owner) return void process.stdout.write(USAGE);
  const { services, close } = await openServices(config);
  try {
    await createOwner(services, owner);
    process.stdout.write(`${owner.email} owns ${owner.teamName.trim()} and can sign in: POST /api/login.\n`);
  } finally {
    await close();
  }
}

await runCommand(async (config) => {
  try {
    await main(config);
  } catch (error) {
    const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
    if (!isUsage && !(error instanceof ValidationError)) throw error;
    const texts = error instanceof ValidationError ? Object.values(error.fields!).flat() : [(error as Error).message];
    process.stderr.write(`${texts.join('\n')}\n${isUsage ? USAGE : ''}`);
    process.exitCode = 1;
  }
});
