import { hash, verify } from '@node-rs/argon2';

/** The library's argon2id defaults (19 MiB, 2 passes) follow OWASP. */
export const hashPassword = (password: string) => hash(password);

// Makes a sign-in with an unknown e-mail take as long as one with a wrong password.
let decoy: Promise<string> | undefined;

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(crypto.randomUUID());
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}
