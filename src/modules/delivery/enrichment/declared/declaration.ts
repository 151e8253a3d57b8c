import type { Field, Path, RequestTemplate, SendRequest, When } from 'sms-providers';

/** How a provider's look-up is asked, as data: one request a number, `{number}` with a plus sign. */
export interface LookupDeclaration {
  /** As the provider writes its name. */
  label: string;
  /** URL of the provider’s API documentation; `custom` has none. */
  reference?: string;
  fields: Readonly<Record<string, Field>>;
  request: RequestTemplate & Pick<SendRequest, 'body'>;
  answer: {
    /** Holds of a 2xx answer that says something of the number; any other is none. */
    known: When;
    reachable: When;
    /** It takes calls and no messages. */
    landline?: When;
    ported?: When;
    mcc?: Path;
    mnc?: Path;
  };
}
