import { sha256 } from '../../graphql/persisted-operations.ts';
import { favicon } from '../../http/assets.ts';
import { OPERATIONS } from './operations.ts';

interface Field {
  name: string;
  label: string;
  type?: 'email' | 'password' | 'text';
  autocomplete: string;
  hint?: string;
  /** Shown when it turns out to be needed. */
  isLater?: true;
}

export interface Page {
  title: string;
  intro: string;
  operation: keyof typeof OPERATIONS;
  fields: Field[];
  button: string;
  done: string;
}

const email: Field = { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' };
const name: Field = { name: 'name', label: 'Your name', autocomplete: 'name' };
const password: Field = {
  ...{ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' },
  hint: '10 characters or more',
};
const SIGN_IN = 'You can sign in now with your e-mail and password.';

/** A link carries its secret after the `#`, which browsers send to no server. */
export const PAGES: Readonly<Record<string, Page>> = {
  '/setup': {
    title: 'First account',
    intro:
      'Make the first account and its team. This page works with the link that the server writes to its log (setupUrl) until there is an account.',
    operation: 'createFirstOwner',
    fields: [email, name, { name: 'teamName', label: 'Team', autocomplete: 'organization' }, password],
    button: 'Make the account',
    done: SIGN_IN,
  },
  '/account/invitation': {
    title: 'Invitation',
    intro: 'Accept the invitation. If you have an account already, enter its password: it keeps its name.',
    operation: 'acceptInvitation',
    fields: [
      name,
      password,
      {
        ...{ name: 'code', label: 'Two-factor code', autocomplete: 'one-time-code', isLater: true },
        hint: 'A code from your authenticator app, or a recovery code',
      },
    ],
    button: 'Accept',
    done: SIGN_IN,
  },
  '/account/forgotten-password': {
    title: 'Forgotten password',
    intro: 'If there is an account of this address, we send it a link to choose a new password.',
    operation: 'requestPasswordReset',
    fields: [email],
    button: 'Send the link',
    done: 'If there is such an account, the e-mail is on its way.',
  },
  '/account/password-reset': {
    title: 'New password',
    intro: 'Choose a new password. You are signed out everywhere.',
    operation: 'resetPassword',
    fields: [{ ...password, name: 'newPassword', label: 'New password' }],
    button: 'Set the password',
    done: SIGN_IN,
  },
  '/account/confirm-email': {
    title: 'Your e-mail address',
    intro: 'Confirm that the address is yours.',
    operation: 'confirmEmail',
    fields: [],
    button: 'Confirm',
    done: 'Your address is confirmed.',
  },
};

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; display: grid; place-items: center; min-height: 100vh }
  main { width: min(26rem, 90vw); padding: 2rem 0 }
  label { display: block; margin: 1rem 0 }
  input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; margin-top: .25rem }
  button { font: inherit; padding: .5rem 1rem }
  small, [role=status] { display: block }
  [aria-invalid=true] { outline: 2px solid #b00020 }
  .error { color: #b00020 }
`;

const input = ({ name, label, type = 'text', autocomplete, hint, isLater }: Field) =>
  `<label${isLater ? ' hidden' : ''}>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}"${isLater ? '' : ' required'}>${
    hint === undefined ? '' : `<small>${hint}</small>`
  }<small class="error" data-error="${name}"></small></label>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export function htmlOf({ title, intro, operation, fields, button, done }: Page): string {
  const query = OPERATIONS[operation];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${favicon()}
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${intro}</p>
<form data-query="${escaped(query)}" data-hash="${sha256(query)}" data-done="${escaped(done)}">
${fields.map(input).join('\n')}
<button>${button}</button>
</form>
<p role="status"></p>
<p id="next" hidden><a href="/app">Sign in</a></p>
</main>
<script src="/account/page.js"></script>
</body>
</html>
`;
}
