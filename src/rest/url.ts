interface Called {
  path: string;
  headers: { readonly host?: string | undefined };
}

/** Nothing that could break out of a URL. */
const host = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** Without a public URL the `Host` header names the server; only the path when it cannot be a host. */
export function urlOf({ path, headers }: Called, publicUrl?: string): string {
  const bare = path.replace(/\/$/, '');
  if (publicUrl !== undefined) return publicUrl + bare;
  return headers.host !== undefined && host.test(headers.host) ? `http://${headers.host}${bare}` : bare;
}
