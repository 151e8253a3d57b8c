import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { clientFor, codeOf, messageOf, useChange } from '../lib/index.ts';
import { keepSession } from '../lib/session.ts';
import { Button, type FieldOf, Form, type Input } from '../ui/controls.ts';

const PERSON: FieldOf[] = [
  { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'username' },
  { name: 'password', label: 'Password', kind: 'password', autoComplete: 'current-password' },
];
const TOKEN: FieldOf[] = [
  { name: 'token', label: 'Access token', kind: 'password', hint: 'A team’s token, from Settings → Tokens.' },
];

/** Who the token is of. One that is limited to endpoints may not ask, and is good for those all the same. */
async function open(token: string): Promise<string | undefined> {
  const { data, error } = await clientFor(token).query(gql.MeDocument, {});
  if (data) keepSession({ token, name: data.me.name ?? 'Token', team: data.me.teamName, role: data.me.role });
  else if (codeOf(error) !== 'FORBIDDEN') return messageOf(error!);
  else keepSession({ token, name: 'Limited token', team: 'Team of the token', role: null });
}

export function SignIn() {
  const login = useChange(gql.LoginDocument);
  const [byToken, setByToken] = useState(false);
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send({ token, ...input }: Input) {
    setMessage(undefined);
    const given = byToken ? token : (await login.change({ input }))?.login.accessToken;
    if (!given) return;
    setBusy(true);
    setMessage(await open(given));
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
        change={byToken ? { busy, fields: {}, message } : { ...login, busy: busy || login.busy }}
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
