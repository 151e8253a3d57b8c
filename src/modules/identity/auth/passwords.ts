import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's defaults (19 MiB, 2 passes), which follow OWASP's recommendation. */
export const hashPassword = (password: string) => hash(password);

// The hash of a random password, of the same cost. A sign-in with an unknown e-mail is checked against it, so that it takes
// the same time as a wrong password.
let decoy: Promise<string> | undefined;

/** `stored` is null when there is no such account. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(crypto.randomUUID());
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}
