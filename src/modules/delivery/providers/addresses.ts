import { type AnyDeclaredName, declarationOf, type Given, type RequestTemplate } from 'sms-providers';

/** By the path of the setting: where requests go. */
export function addressesOf(name: AnyDeclaredName, settings: Given): Record<string, string | null> {
  const { send, check, fields } = declarationOf(name, settings);
  if (name === 'custom')
    return { 'settings.send.url': urlOf(send), ...(check && { 'settings.check.url': urlOf(check) }) };
  const urls = Object.entries(fields).filter(([, { kind }]) => kind === 'url');
  return Object.fromEntries(urls.map(([field]) => [`settings.${field}`, (settings[field] as string) ?? null]));
}

/** A team declares one. */
const urlOf = ({ url }: RequestTemplate): string => [url].flat()[0]!;
