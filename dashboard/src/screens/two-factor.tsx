import { lazy, Suspense, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { save } from '../lib/client.ts';
import { Button, Copied, type FieldList, FormButton, MutationForm, Popup } from '../ui/controls.ts';
import { Card, Facts, Loading } from '../ui/parts.tsx';

const QrCode = lazy(() => import('../ui/qr-code.tsx'));

const PASSWORD = {
  name: 'currentPassword',
  label: 'Your password',
  kind: 'password',
  autoComplete: 'current-password',
} as const;
const CODE = { name: 'code', label: 'Code', autoComplete: 'one-time-code' } as const;
const PROOF: FieldList = [PASSWORD, { ...CODE, hint: 'From your authenticator app, or a recovery code.' }];

/** A second thing besides the password: the phone. */
export function TwoFactor({ of: me }: { of: gql.AccountQuery['me'] }) {
  const [isOpen, open] = useState(false);
  const [setup, setSetup] = useState<gql.StartTwoFactorMutation['startTwoFactor']>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => {
    open(false);
    setSetup(undefined);
    setCodes(undefined);
  };
  return (
    <Card title="Two-factor sign-in">
      {me.isTwoFactorOn ? (
        <Facts of={[['Recovery codes left', me.recoveryCodesLeft]]} />
      ) : (
        <p>
          {me.lacksTwoFactor && <strong>Your team requires it. Set it up to continue. </strong>}
          Signing in then asks for your password and a code from an authenticator app on your phone.
        </p>
      )}
      <div className="actions">
        {me.isTwoFactorOn ? (
          <>
            <FormButton
              text="New recovery codes"
              title="Replace your recovery codes?"
              document={gql.NewRecoveryCodesDocument}
              fields={PROOF}
              button="Replace"
              onDone={({ newRecoveryCodes }) => {
                setCodes(newRecoveryCodes.recoveryCodes);
                open(true);
              }}
            />
            <FormButton
              text="Turn off"
              title="Turn off two-factor sign-in?"
              className="danger"
              document={gql.DisableTwoFactorDocument}
              fields={PROOF}
              button="Turn off"
            />
          </>
        ) : (
          <Button text="Set up" className="main" act={() => open(true)} />
        )}
      </div>
      <Popup title={codes ? 'Your recovery codes' : 'Set up two-factor sign-in'} open={isOpen} onClose={close}>
        {codes ? (
          <>
            <p>Each code signs you in once without your phone. Store them safely. You won't see them again.</p>
            <Copied text={codes.join('\n')} />
            <div className="buttons">
              <Button text="Download" act={() => save(new Blob([`${codes.join('\n')}\n`]), 'recovery-codes.txt')} />
              <Button text="Done" className="main" act={close} />
            </div>
          </>
        ) : setup ? (
          <>
            <p>Scan this with an authenticator app, or type in the secret. Then enter the code that the app shows.</p>
            <Suspense fallback={<Loading />}>
              <QrCode text={setup.uri} label="QR code of the secret" />
            </Suspense>
            <Copied text={setup.secret} />
            <MutationForm
              document={gql.ConfirmTwoFactorDocument}
              fields={[CODE]}
              button="Turn on"
              onDone={({ confirmTwoFactor }) => setCodes(confirmTwoFactor.recoveryCodes)}
            />
          </>
        ) : (
          <MutationForm
            document={gql.StartTwoFactorDocument}
            fields={[PASSWORD]}
            button="Next"
            onDone={({ startTwoFactor }) => setSetup(startTwoFactor)}
          />
        )}
      </Popup>
    </Card>
  );
}
