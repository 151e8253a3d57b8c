/** The scalars as JSON has them: what typed operations are written with. */
export const scalars = {
  ID: 'string',
  DateTime: 'string',
  Decimal: { input: 'string | number', output: 'string' },
  PhoneNumber: 'string',
  SafeInt: 'number',
  PositiveInt: 'number',
  NonNegativeInt: 'number',
  EmailAddress: 'string',
  URL: 'string',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
  Upload: 'File',
};
