import type {
  DeclaredName,
  Given,
  InboundRequest,
  OutgoingSms,
  Receipt,
  Reply,
  SendResult,
  Template,
  Values,
} from 'sms-providers';

/** Where a provider publishes what its API takes: a file of a repository, and what it is called in there. */
export type Published = { repository: string; file: string } & (
  | { openapi: string }
  /** A type of its TypeScript SDK. `camelCase`: the SDK writes the names as its language does. */
  | { type: string; camelCase?: true }
  /** A class of its Python SDK. */
  | { model: string }
  /** Parameters as comments of its JavaScript SDK list them. */
  | { parameters: RegExp; required: readonly string[] }
  /** A shape of botocore. */
  | { shape: string }
);

/** What a declaration must make of a provider's published requests, answers and callbacks. Values are the provider's own. */
export interface Vectors {
  name: DeclaredName;
  /** Where the values are from, for readers. */
  sources: readonly string[];
  /** The provider's own description of the request; see `Published`. Null: it publishes none. */
  published: Published | null;
  settings: Given;
  credentials: Given;
  /** `callback` is {@link CALLBACK} unless it says otherwise. */
  requests: readonly {
    it: string;
    settings?: Given;
    credentials?: Given;
    messages: readonly OutgoingSms[];
    is: { method: string; url: string; headers: Readonly<Record<string, string>>; body: unknown };
  }[];
  answers: readonly {
    it: string;
    status: number;
    body: unknown;
    retryAfter?: number;
    messages?: readonly OutgoingSms[];
    is: SendResult | readonly SendResult[];
  }[];
  callbacks: readonly {
    it: string;
    request: CallbackRequest;
    receipts?: readonly Partial<Receipt>[];
    replies?: readonly Partial<Reply>[];
    /** When it is not the declaration's usual answer. */
    answer?: { status: number; type: string; body: string };
    /** The URL that is opened to confirm the callback URL. */
    confirms?: string;
  }[];
  /** Each is accepted, and with one byte of its key, signature, address or body changed refused. */
  signatures: readonly { it: string; url: string; now?: string; values: Values; request: CallbackRequest }[];
  check?: readonly { it: string; status: number; body: unknown; isOk: boolean; advice?: string | null }[];
  /** How the fake of the provider answers and reports: templates with `{providerId}`, `{id}`, `{to}`, `{from}`, `{text}`, `{callback}`. */
  mirror: {
    /** It knows messages by our ids. */
    ownIds?: true;
    accepted: { status: number; body: Template | { text: string } };
    delivered: CallbackTemplate;
    reply: CallbackTemplate;
    /** Values that the provider signs with, where they are not those that verify: a private key in PEM. */
    signWith?: Values;
  };
}

export interface CallbackTemplate {
  method?: 'GET' | 'POST';
  /** `query` is added to the callback URL; `form` and `json` are bodies. */
  type: 'query' | 'form' | 'json';
  content: Template;
}

export interface CallbackRequest extends Pick<InboundRequest, 'method' | 'query'> {
  headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; parameters as a form. */
  body?: string | URLSearchParams | object;
}

export const CALLBACK = 'https://sms.example.com/hooks/sms/team/route';

export const MESSAGE: OutgoingSms = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  to: '14155550100',
  from: '14155552345',
  text: 'Hello & welcome: 50 % off + more',
};

export function inboundOf({ body, headers = {}, ...request }: CallbackRequest): InboundRequest {
  if (body instanceof URLSearchParams) {
    return {
      ...{ ...request, body: body.toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    };
  }
  if (typeof body === 'object') {
    return { ...request, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  }
  return { ...request, headers, body: body ?? '' };
}
