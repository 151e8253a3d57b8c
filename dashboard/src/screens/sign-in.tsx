import { useState } from 'react';
import { graphql } from '../gql/index.ts';
import { ask, useChange } from '../lib/client.ts';
import { keepSession } from '../lib/session.ts';
import { Button } from '../ui/dialog.tsx';
import { type FieldOf, Form, type Input } from '../ui/form.tsx';

const Login = graphql(`
  mutation Login($input: LoginInput!) { login(input: $input) { accessToken } }
`);
const Me = graphql(`
  query Me { me { name role teamName } }
`);

const PERSON: FieldOf[] = [
  { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'username' },
  { name: 'password', label: 'Password', kind: 'password', autoComplete: 'current-password' },
];
const TOKEN: FieldOf[] = [
  { name: 'token', label: 'Access token', kind: 'password', hint: 'A team’s token, from Settings → Tokens.' },
];

/** Who the token is of. One that is limited to endpoints may not ask, and is good for those all the same. */
async function open(token: string): Promise<string | undefined> {
  const { data, error } = await ask(token, Me, {});
  const code = error?.graphQLErrors[0]?.extensions.code;
  if (data) keepSession({ token, name: data.me.name ?? 'Token', team: data.me.teamName, role: data.me.role });
  else if (code === 'FORBIDDEN') keepSession({ token, name: 'Limited token', team: 'Team of the token', role: null });
  else return error?.graphQLErrors[0]?.message ?? 'The server cannot be reached. Try again.';
}

export function SignIn() {
  const login = useChange(Login);
  const [byToken, setByToken] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send({ token, ...input }: Input) {
    setRefusal(undefined);
    const given = byToken ? token : (await login.change({ input }))?.login.accessToken;
    if (!given) return;
    setBusy(true);
    setRefusal(await open(given));
    setBusy(false);
  }

  return (
    <main className="sign-in">
      <h1>
        <span aria-hidden>◉</span> Outbound
      </h1>
      <Form
        key={String(byToken)}
        fields={byToken ? TOKEN : PERSON}
        change={byToken ? { busy, fields: {}, message: refusal } : { ...login, busy: busy || login.busy }}
        onSend={(input) => void send(input)}
        button="Sign in"
        others={
          <Button text={byToken ? 'With e-mail' : 'With a token'} className="quiet" act={() => setByToken(!byToken)} />
        }
      />
      {!byToken && <a href="/account/forgotten-password">Forgotten your password?</a>}
    </main>
  );
}
