import { chosen } from './language.ts';

export const twoFactor = chosen('twoFactor', {
  yourPassword: 'Your password',
  fromYour: 'From your authenticator app, or a recovery code.',
  recoveryCodesLeft: 'Recovery codes left',
  yourTeamRequires: 'Your team requires it. Set it up to continue.',
  newRecoveryCodes: 'New recovery codes',
  replaceYour: 'Replace your recovery codes?',
  turnOff: 'Turn off',
  turnOffTwoFactor: 'Turn off two-factor sign-in?',
  yourRecoveryCodes: 'Your recovery codes',
  setUpTwoFactor: 'Set up two-factor sign-in',
  eachCodeSignsYou: "Each code signs you in once without your phone. Store them safely. You won't see them again.",
  download: 'Download',
  scanThis: 'Scan this with an authenticator app, or type in the secret. Then enter the code that the app shows.',
  qrCode: 'QR code of the secret',
  turnOn: 'Turn on',
  signingInThen: 'Signing in then asks for your password and a code from an authenticator app on your phone.',
});
