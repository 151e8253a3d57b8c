/**
 * A request and an answer as plain data. The node:http front and `app.fetch` both speak it, so that an everyday
 * request pays for no emulated Request/Response.
 */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** Still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The peer's address, for throttling and the audit trail. */
  readonly address: string;
  /** Reads the whole body once; rejects with {@link PayloadTooLargeError} past the cap. */
  readonly text: () => Promise<string>;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

export class PayloadTooLargeError extends Error {}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** The plain form of a Fetch request. */
export function fromFetch(request: Request, address: string, bodyLimit: number): HttpRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    headers: { host: url.host, ...Object.fromEntries(request.headers) },
    address,
    text: async () => {
      const bytes = await request.arrayBuffer();
      if (bytes.byteLength > bodyLimit) throw new PayloadTooLargeError();
      return Buffer.from(bytes).toString();
    },
  };
}

export const toFetch = ({ status, headers, body }: HttpResponse): Response => new Response(body, { status, headers });
