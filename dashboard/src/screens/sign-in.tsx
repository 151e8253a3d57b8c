import { useEffect, useState } from 'react';
import { Provider } from 'urql';
import * as gql from '../gql/graphql.ts';
import { clientFor, codeOf, messageOf, useChange } from '../lib/index.ts';
import { keepSession, sessionOver } from '../lib/session.ts';
import { general, signIn as t, ui } from '../texts/first.ts';
import { Button, type FieldOf, Form, type Input, Popup } from '../ui/controls.ts';

const PERSON: FieldOf[] = [
  { name: 'email', label: general.email, kind: 'email', autoComplete: 'username' },
  { name: 'password', label: general.password, kind: 'password', autoComplete: 'current-password' },
];
const TOKEN: FieldOf[] = [{ name: 'token', label: t.accessToken, kind: 'password', hint: t.aTeamsTokenFrom }];

const CODE: FieldOf[] = [
  { ...{ name: 'code', label: general.code, autoComplete: 'one-time-code' }, hint: t.the6Digits },
];

/** Who the token is of. One that is limited to endpoints may not ask, and is good for those all the same. */
async function open(token: string): Promise<string | undefined> {
  const { data, error } = await clientFor(() => token).query(gql.MeDocument, {});
  if (data) keepSession({ token, name: data.me.name ?? general.token, team: data.me.teamName, role: data.me.role });
  else if (codeOf(error) !== 'FORBIDDEN') return messageOf(error!);
  else keepSession({ token, name: t.limitedToken, team: t.teamOfTheToken, role: null });
}

export const SignIn = () => (
  <main className="sign-in">
    <h1>
      <span aria-hidden>◉</span> Outbound
    </h1>
    <SignInForm />
  </main>
);

const anonymous = clientFor(() => undefined);

/** Over the page, so that nothing typed there is lost. */
export function SignInAgain() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => sessionOver.watch(() => setOpen(sessionOver.get())), []);
  return (
    <Popup title={ui.sessionEnded} open={isOpen} onClose={() => setOpen(false)}>
      <p>{ui.signInToGoOn}</p>
      <Provider value={anonymous}>
        <SignInForm />
      </Provider>
    </Popup>
  );
}

function SignInForm() {
  const login = useChange(gql.LoginDocument);
  const withCode = useChange(gql.LoginWithCodeDocument);
  const [byToken, setByToken] = useState(false);
  // After a right password, where a code must follow.
  const [challenge, setChallenge] = useState<string>();
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send({ token, ...input }: Input) {
    setMessage(undefined);
    const given = byToken
      ? token
      : challenge
        ? (await withCode.change({ input: { challenge, ...input } }))?.loginWithCode.accessToken
        : (await login.change({ input }))?.login.accessToken;
    if (!given) return;
    setBusy(true);
    setMessage(await open(given));
    setBusy(false);
  }

  const asked = login.error?.graphQLErrors[0]?.extensions.challenge as string | undefined;
  useEffect(() => setChallenge(asked), [asked]);
  const step = byToken ? TOKEN : challenge ? CODE : PERSON;
  const change = challenge ? withCode : login;

  return (
    <>
      <Form
        key={step[0]!.name}
        fields={step}
        change={byToken ? { busy, fields: {}, message } : { ...change, busy: busy || change.busy }}
        onSend={(input) => void send(input)}
        button={t.signIn}
        others={
          challenge ? (
            <Button text={t.startOver} className="quiet" act={() => setChallenge(undefined)} />
          ) : (
            <Button text={byToken ? t.withEmail : t.withAToken} className="quiet" act={() => setByToken(!byToken)} />
          )
        }
      />
      {!byToken && !challenge && <a href="/account/forgotten-password">{t.forgottenYour}</a>}
    </>
  );
}
