/** Laravel's messages, which existing integrations parse. */

/** `meta.manualData.sendAmount` → `meta.manual_data.send_amount`; day names (`Mon`) and list positions stay. */
export function documentedName(path: string): string {
  return path.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function readableName(path: string): string {
  return documentedName(path).replaceAll('_', ' ');
}

const field = (rule: string) => (path: string) => `The ${readableName(path)} field ${rule}.`;

export const messages = {
  required: field('is required'),
  integer: field('must be an integer'),
  number: field('must be a number'),
  string: field('must be a string'),
  boolean: field('must be true or false'),
  array: field('must be an array'),
  object: field('must be an object'),
  oneField: field('must have exactly one field, which is not null'),
  unknown: field('is not known here'),
  timeOfDay: field('must be a time of day as HH:MM'),
  email: field('must be a valid email address'),
  uuid: field('must be a valid UUID'),
  url: field('must be a valid URL'),
  date: field('must be a valid date'),
  afterNow: field('must be a date after now'),
  text: field('must be valid text without null characters'),
  ip: field('must be a valid IP address'),
  hostName: field('must be a valid host name'),
  phoneNumber: field('must be a valid phone number'),
  timezone: field('must be a valid timezone'),
  format: field('format is invalid'),
  ambiguous: field('is ambiguous: write 1.234 as 1234, or as 1,234 where it is a decimal'),
  depth: field('is nested too deeply'),
  moreThan: (path: string, bound: number) => field(`must be greater than ${bound}`)(path),
  atLeast: (path: string, bound: number) => field(`must be at least ${bound}`)(path),
  atMost: (path: string, bound: number) => field(`must not be greater than ${bound}`)(path),
  atLeastItems: (path: string, bound: number) => field(`must have at least ${bound} items`)(path),
  atMostItems: (path: string, bound: number) => field(`must not have more than ${bound} items`)(path),
  atLeastCharacters: (path: string, bound: number) => field(`must be at least ${bound} characters`)(path),
  atMostCharacters: (path: string, bound: number) => field(`must not be greater than ${bound} characters`)(path),
  visible: (path: string, bound: number) => field(`must be 1 to ${bound} visible ASCII characters`)(path),
  atMostBytes: (path: string, bound: number) => field(`must not be greater than ${bound} bytes`)(path),
  because: (path: string, mistake: string) => field(mistake)(path),
  decimals: (path: string, bound: number) => field(`must have at most ${bound} decimals`)(path),
  digits: (path: string, bound: number) => field(`must have at most ${bound} digits before the decimal point`)(path),
  notTogether: (path: string, other: string) => field(`must not be given together with ${readableName(other)}`)(path),
  taken: (path: string) => `The ${readableName(path)} has already been taken.`,
  selected: (path: string) => `The selected ${readableName(path)} is invalid.`,
} as const;
