interface Called {
  path: string;
  headers: { readonly host?: string | undefined };
}

/**
 * A name, an IPv4 address or an IPv6 address in brackets, with an optional port: nothing that could break out of a URL.
 */
const host = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * The called address without its query and trailing slash. Without a public URL the `Host` header names the server.
 * When it cannot be a host, only the path is returned.
 */
export function urlOf({ path, headers }: Called, publicUrl?: string): string {
  const bare = path.replace(/\/$/, '');
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '') + bare;
  return headers.host !== undefined && host.test(headers.host) ? `http://${headers.host}${bare}` : bare;
}
