import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';

export interface Certificate {
  /** Of connections that are opened from now on. */
  readonly context: SecureContext;
  /** Reads the files again. Rejects, and keeps what it has, when they cannot be used. */
  renew(): Promise<void>;
}

/** Of PEM files. The certificate's may hold the chain. */
export async function openCertificate(paths: { cert: string; key: string }): Promise<Certificate> {
  const read = () => Promise.all([readFile(paths.cert), readFile(paths.key)]);
  let [cert, key] = await read();
  let context = createSecureContext({ cert, key });
  return {
    get context() {
      return context;
    },
    async renew() {
      const [newCert, newKey] = await read();
      if (newCert.equals(cert) && newKey.equals(key)) return;
      context = createSecureContext({ cert: newCert, key: newKey });
      [cert, key] = [newCert, newKey];
    },
  };
}
