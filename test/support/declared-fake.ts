import { createHash, createHmac, sign as signWith } from 'node:crypto';
import {
  DECLARATIONS,
  type Declaration,
  type Places,
  render,
  type Signature,
  type Template,
  type Values,
  valuesOf,
} from 'sms-providers';
import { type CallbackTemplate, MESSAGE, type Vectors } from '../../packages/sms-providers/test/declared/vectors.ts';
import { type Seen, startService } from '../modules/delivery/providers/webhook-service.ts';
import { type PlainAnswer, type Served, visit } from './hooks.ts';

/** A message as the fake has read it from a request. */
export interface Taken {
  providerId: string;
  places: Places;
}

/** Instead of taking it. */
type Refuse = (places: Places) => { status: number; body: unknown } | null;

/** A fake of any declared provider: reads requests by the declaration's templates, answers and reports by its mirror. */
export async function startFake(vectors: Vectors, refuse: Refuse = () => null) {
  const declaration = DECLARATIONS[vectors.name]!;
  const taken: Taken[] = [];
  const service = await startService((seen, response) => {
    const messages = messagesIn(declaration, seen);
    const refused = refuse(messages[0] ?? {});
    const { status, body: answer } = refused ?? accept(messages);
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    response.writeHead(status, { 'content-type': 'application/json' });
    // A refusal of the vectors names their own message.
    response.end(text.replaceAll(MESSAGE.id, messages[0]?.id ?? MESSAGE.id));
  });

  function accept(messages: readonly Places[]) {
    const those = messages.map((places, at) => ({
      providerId: vectors.mirror.ownIds ? String(places.id) : `SM${String(taken.length + at + 1).padStart(32, '0')}`,
      places,
    }));
    taken.push(...those);
    const { status, body } = vectors.mirror.accepted;
    const each = those.map(({ providerId, places }) => ({ ...places, providerId }));
    const answer = render(body as Template, each[0] ?? {}, each);
    return { status, body: isText(answer) ? answer.text : answer };
  }
  return { ...service, taken };
}

const isText = (value: unknown): value is { text: string } =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'text';

/** One message has its places in query and body. */
function messagesIn({ send }: Declaration, { path, body }: Seen): Places[] {
  const form = (text: string) => Object.fromEntries(new URLSearchParams(text));
  const content = send.body?.type === 'json' ? JSON.parse(body) : form(body);
  return together([
    captured(send.body?.content ?? {}, content),
    captured((send.query ?? {}) as Template, form(path.split('?', 2)[1] ?? '')),
  ]);
}

/** What stood in the places of a template. */
function captured(template: Template, given: unknown): Places[] {
  if (given === undefined || template === null) return [];
  if (typeof template === 'string') return [capturedText(template, String(given))];
  if (Array.isArray(template)) {
    return together(template.map((one: Template, at) => captured(one, (given as unknown[])[at])));
  }
  if (typeof template !== 'object') return [];
  const { $each, $choose, of, ...named } = template as Record<string, Template>;
  if ($each !== undefined) return (given as unknown[]).flatMap((one) => captured($each, one));
  if ($choose !== undefined) return together(Object.values(of as object).map((one: Template) => captured(one, given)));
  return together(Object.entries(named).map(([name, one]) => captured(one, (given as Record<string, unknown>)[name])));
}

/** The parts of one message; a list of messages stays one. */
function together(parts: Places[][]): Places[] {
  const list = parts.find((one) => one.length > 1);
  const single = Object.assign({}, ...parts.filter((one) => one !== list).flat()) as Places;
  return (list ?? [{}]).map((one) => ({ ...single, ...one }));
}

function capturedText(template: string, given: string): Places {
  const pattern = template
    .split(/\{([A-Za-z]\w*)\}/)
    .map((part, at) => (at % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>[\\s\\S]*?)`))
    .join('');
  const { groups = {} } = new RegExp(`^${pattern}$`).exec(given) ?? {};
  const callback = groups.callback === undefined ? {} : { callbackTo: given };
  return { ...groups, ...callback };
}

/** Reports to the app as the provider would: signed, at the address that it was given. */
export function report(
  test: Served,
  vectors: Vectors,
  callbackUrl: string,
  template: CallbackTemplate,
  places: Places,
  tamper: (headers: Record<string, string>) => Record<string, string> = (headers) => headers,
): Promise<PlainAnswer> {
  const { callbacks } = DECLARATIONS[vectors.name]!;
  const content = render(template.content, places, []) as Record<string, string>;
  const method = template.method ?? (template.type === 'query' ? 'GET' : 'POST');
  const added = template.type === 'query' ? new URLSearchParams(content).toString() : '';
  const url = added === '' ? callbackUrl : `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${added}`;
  const body =
    template.type === 'query'
      ? ''
      : template.type === 'json'
        ? JSON.stringify(content)
        : new URLSearchParams(content).toString();
  const type = template.type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const values = { ...valuesOf(vectors.settings, vectors.credentials), ...vectors.mirror.signWith };
  const headers = {
    ...(body !== '' && { 'content-type': type }),
    ...signatureHeaders(callbacks.signature, values, { url, method, body, isForm: template.type === 'form' }),
  };
  const { pathname, search } = new URL(url);
  return visit(test, pathname + search, { method, headers: tamper(headers), body: body === '' ? null : body });
}

interface Signed {
  url: string;
  method: string;
  body: string;
  isForm: boolean;
}

/** Written from the providers' documentation, apart from the product's own code. */
function signatureHeaders(signature: Signature, values: Values, { url, body, isForm }: Signed): Record<string, string> {
  if (signature.scheme === 'none' || !values[signature.key]) return {};
  const secret = values[signature.key]!;
  const seconds = String(Math.floor(Date.now() / 1_000));
  const sha256 = (text: string) => createHmac('sha256', secret).update(text);
  switch (signature.scheme) {
    case 'twilio': {
      const form = isForm
        ? [...new URLSearchParams(body)]
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .flat()
            .join('')
        : '';
      return {
        'x-twilio-signature': createHmac('sha1', secret)
          .update(url + form)
          .digest('base64'),
      };
    }
    case 'hmac': {
      const nonce = 'nonce-1';
      const parts: Record<string, string | Buffer> = {
        ...{ url, path: new URL(url).pathname, timestamp: seconds, nonce, body },
        bodySha256: createHash('sha256').update(body).digest(),
      };
      const content = Buffer.concat(
        signature.content.split(/\{(\w+)\}/).map((part, at) => Buffer.from(at % 2 === 0 ? part : parts[part]!)),
      );
      const key = Buffer.from(secret, signature.keyEncoding ?? 'utf8');
      const digest = createHmac(signature.algorithm, key).update(content).digest(signature.encoding);
      return {
        [signature.header]: (signature.prefix ?? '') + digest,
        ...(signature.timestamp && { [signature.timestamp]: seconds }),
        ...(signature.nonce && { [signature.nonce]: nonce }),
      };
    }
    case 'ed25519': {
      const text = signature.content.replace('{timestamp}', seconds).replace('{body}', body);
      const signed = signWith(null, Buffer.from(text), secret).toString('base64');
      return { [signature.header]: signed, [signature.timestamp]: seconds };
    }
    case 'jwt':
      return { [signature.header]: `Bearer ${token(signature, sha256, url, body, Number(seconds))}` };
    case 'plivo': {
      const signed = sha256(`${url.split('?', 1)[0]}nonce-1`).digest('base64');
      return { 'x-plivo-signature-v2': signed, 'x-plivo-signature-v2-nonce': 'nonce-1' };
    }
    case 'plivo_v3': {
      const [address = '', query = ''] = url.split('?', 2);
      const form = isForm ? [...new URLSearchParams(body)].sort().flat().join('') : '';
      const text = form === '' ? (query ? url : address) : `${address}?${query}${query ? '.' : ''}${form}`;
      const signed = sha256(`${text}.nonce-1`).digest('base64');
      return { 'x-plivo-signature-v3': signed, 'x-plivo-signature-v3-nonce': 'nonce-1' };
    }
    case 'header':
      return { [signature.header]: (signature.prefix ?? '') + secret };
    case 'basic': {
      const user = values[signature.username] ?? '';
      return { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` };
    }
  }
}

function token(
  { payloadHash, urlHash }: Extract<Signature, { scheme: 'jwt' }>,
  hmac: (text: string) => ReturnType<typeof createHmac>,
  url: string,
  body: string,
  iat: number,
): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { iat, ...(body !== '' && { [payloadHash]: hash(body) }), ...(urlHash && { [urlHash]: hash(url) }) };
  const head = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${head}.${hmac(head).digest('base64url')}`;
}
