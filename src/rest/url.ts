interface Called {
  path: string;
  headers: { readonly host?: string | undefined };
}

/** A name, an IPv4 or a bracketed IPv6 address, perhaps with a port: nothing that could break out of a URL. */
const host = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * The called address without its query or a trailing slash. Without a public URL the `Host` header names the server;
 * one that cannot be a host leaves the path alone.
 */
export function urlOf({ path, headers }: Called, publicUrl?: string): string {
  const bare = path.replace(/\/$/, '');
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '') + bare;
  return headers.host !== undefined && host.test(headers.host) ? `http://${headers.host}${bare}` : bare;
}
