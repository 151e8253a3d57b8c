import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';

// Not in the reference. Host names follow RFC 1123.
const MAX_DOMAINS = 50;
const MAX_HOST_NAME = 253;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels; a numeric top-level domain would make an IP address a host name. */
const HOST_NAME = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

export const domainsOf = (domains: readonly string[]) => [...new Set(domains.map(hostName))];

export function domainsErrors(domains: readonly string[] | null | undefined): FieldErrors {
  if (domains === undefined) return {};
  if (domains === null) return { domains: [messages.required('domains')] };
  if (domains.length === 0) return { domains: [messages.atLeastItems('domains', 1)] };
  if (domains.length > MAX_DOMAINS) return { domains: [messages.atMostItems('domains', MAX_DOMAINS)] };
  return Object.fromEntries(
    domains.flatMap((domain, at): [string, string[]][] => {
      const error = domainError(`domains.${at}`, hostName(domain));
      return error ? [[`domains.${at}`, [error]]] : [];
    }),
  );
}

const hostName = (text: string) => text.trim().toLowerCase();

function domainError(path: string, domain: string): string | null {
  if (domain === '') return messages.required(path);
  if (domain.length > MAX_HOST_NAME) return messages.atMostCharacters(path, MAX_HOST_NAME);
  return HOST_NAME.test(domain) ? null : messages.hostName(path);
}
