import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';
import { tooLong } from '../../../records/input-rules.ts';

const MAX_URL = 2_000;

/** No credentials: members can read the settings, and the audit log keeps them. */
export function urlErrors(path: string, url: string | null | undefined): FieldErrors {
  const { username, password } = new URL(url && URL.canParse(url) ? url : 'https://none.example');
  const names = username !== '' || password !== '';
  return {
    ...(names && { [path]: [messages.because(path, 'must not contain a name or password')] }),
    ...tooLong(path, url, MAX_URL),
  };
}
