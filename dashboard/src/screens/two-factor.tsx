import { lazy, Suspense, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { save } from '../lib/client.ts';
import { general } from '../texts/first.ts';
import { twoFactor as t } from '../texts/more.ts';
import { Button, Copied, type FieldList, FormButton, MutationForm, Popup } from '../ui/controls.ts';
import { Card, Facts, Loading } from '../ui/parts.tsx';

const QrCode = lazy(() => import('../ui/qr-code.tsx'));

const PASSWORD = {
  name: 'currentPassword',
  label: t.yourPassword,
  kind: 'password',
  autoComplete: 'current-password',
} as const;
const CODE = { name: 'code', label: general.code, autoComplete: 'one-time-code' } as const;
const PROOF: FieldList = [PASSWORD, { ...CODE, hint: t.fromYour }];

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
    <Card title={general.twoFactorSign}>
      {me.isTwoFactorOn ? (
        <Facts of={[[t.recoveryCodesLeft, me.recoveryCodesLeft]]} />
      ) : (
        <p>
          {me.lacksTwoFactor && <strong>{t.yourTeamRequires} </strong>}
          {t.signingInThen}
        </p>
      )}
      <div className="actions">
        {me.isTwoFactorOn ? (
          <>
            <FormButton
              text={t.newRecoveryCodes}
              title={t.replaceYour}
              document={gql.NewRecoveryCodesDocument}
              fields={PROOF}
              button={general.replace}
              onDone={({ newRecoveryCodes }) => {
                setCodes(newRecoveryCodes.recoveryCodes);
                open(true);
              }}
            />
            <FormButton
              text={t.turnOff}
              title={t.turnOffTwoFactor}
              className="danger"
              document={gql.DisableTwoFactorDocument}
              fields={PROOF}
              button={t.turnOff}
            />
          </>
        ) : (
          <Button text={general.setUp} className="main" act={() => open(true)} />
        )}
      </div>
      <Popup title={codes ? t.yourRecoveryCodes : t.setUpTwoFactor} open={isOpen} onClose={close}>
        {codes ? (
          <>
            <p>{t.eachCodeSignsYou}</p>
            <Copied text={codes.join('\n')} />
            <div className="buttons">
              <Button text={t.download} act={() => save(new Blob([`${codes.join('\n')}\n`]), 'recovery-codes.txt')} />
              <Button text={general.done} className="main" act={close} />
            </div>
          </>
        ) : setup ? (
          <>
            <p>{t.scanThis}</p>
            <Suspense fallback={<Loading />}>
              <QrCode text={setup.uri} label={t.qrCode} />
            </Suspense>
            <Copied text={setup.secret} />
            <MutationForm
              document={gql.ConfirmTwoFactorDocument}
              fields={[CODE]}
              button={t.turnOn}
              onDone={({ confirmTwoFactor }) => setCodes(confirmTwoFactor.recoveryCodes)}
            />
          </>
        ) : (
          <MutationForm
            document={gql.StartTwoFactorDocument}
            fields={[PASSWORD]}
            button={general.next}
            onDone={({ startTwoFactor }) => setSetup(startTwoFactor)}
          />
        )}
      </Popup>
    </Card>
  );
}
