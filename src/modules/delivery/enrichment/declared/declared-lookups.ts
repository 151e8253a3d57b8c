import { NotSentError, openPoster, type Posted, type Poster } from 'outgoing-requests';
import { parseLooseJson } from 'plain-json';
import {
  customRequest,
  customTemplate,
  field,
  fieldsOf,
  holds,
  IncompleteRequestError,
  pathShape,
  requestOf,
  scalarAt,
  shapesOf,
  type Values,
  whenShape,
} from 'sms-providers';
import { z } from 'zod';
import { addProviders, type ProviderInfo } from '../../providers/catalogue.ts';
import type { AskedNumber, LookupProvider, NumberAnswer } from '../lookup-provider.ts';
import * as all from './all.ts';
import type { LookupDeclaration } from './declaration.ts';

type DeclaredName = keyof typeof all;

export type NumberLookupProvider = DeclaredName | 'custom';

export const LOOKUP_DECLARATIONS: Readonly<Record<DeclaredName, LookupDeclaration>> = { ...all };

const shapeOf = ({ fields }: LookupDeclaration) => {
  const { settings, credentials } = shapesOf({ fields, capabilities: NO_PACE });
  return {
    settings: (settings as unknown as z.ZodObject).omit({ perSecond: true }),
    credentials: (credentials as unknown as z.ZodObject).omit({ callbackSecret: true }),
  };
};
const NO_PACE = {
  ...{ idempotent: true, batchSize: 1, maxInFlight: 1, perSecond: null },
  ...{ reportsSegments: false, reportsPrice: false },
};

const custom = {
  settings: z.strictObject({
    request: field(
      z.strictObject({
        ...customRequest,
        body: z.strictObject({ type: z.enum(['json', 'form']), content: customTemplate }).optional(),
      }),
      'Request',
      'Method, URL, headers, query and body, with the place {number} and those of the credentials.',
    ),
    answer: field(
      z.strictObject({
        ...{ known: whenShape, reachable: whenShape, landline: whenShape.optional(), ported: whenShape.optional() },
        ...{ mcc: pathShape.optional(), mnc: pathShape.optional() },
      }),
      'Answer',
      'Where the answer says whether the number can be reached, and its network.',
    ),
  }),
  credentials: z
    .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,49}$/), z.string().min(1).max(5_000))
    .refine((given) => Object.keys(given).length <= 20),
};

/** By name: what is stored of a team's provider. */
export const LOOKUP_SHAPES: Readonly<
  Record<NumberLookupProvider, { settings: z.ZodObject; credentials: z.ZodType<object> }>
> = {
  ...(Object.fromEntries(
    Object.entries(LOOKUP_DECLARATIONS).map(([name, declaration]) => [name, shapeOf(declaration)]),
  ) as Record<DeclaredName, ReturnType<typeof shapeOf>>),
  custom,
};

/** Teams store the name as text. One that a later version stored has no provider here. */
export const isLookupProvider = (name: string | null): name is NumberLookupProvider =>
  name !== null && Object.hasOwn(LOOKUP_SHAPES, name);

export const lookupDeclarationOf = (name: NumberLookupProvider, settings: object): LookupDeclaration =>
  name === 'custom'
    ? ({ label: 'Custom', fields: {}, ...(settings as z.infer<typeof custom.settings>) } as LookupDeclaration)
    : LOOKUP_DECLARATIONS[name];

/** Where requests go. */
export const lookupUrlOf = (name: NumberLookupProvider, settings: object): string =>
  name === 'custom'
    ? (settings as z.infer<typeof custom.settings>).request.url
    : String((settings as { url?: unknown }).url);

const TIMEOUT_MS = 15_000;
/** Numbers that are asked for at a time. */
const AT_ONCE = 5;

/** With the team's own account. One request a number. */
export const openDeclaredLookups = (
  declaration: LookupDeclaration,
  values: Values,
  allowPrivate: boolean,
): LookupProvider => ({
  isSimulated: false,
  isOwn: true,
  batchSize: 20,
  async lookup(numbers, signal, heard) {
    signal.throwIfAborted();
    const poster = openPoster({ timeoutMs: TIMEOUT_MS, allowPrivate });
    const waiting = [...numbers];
    const answers: NumberAnswer[] = [];
    let asked = 0;
    let refusal: Error | null = null;
    async function lane(): Promise<void> {
      for (let next = waiting.shift(); next && !refusal && !signal.aborted; next = waiting.shift()) {
        const posted = await ask(poster, declaration, values, next);
        if (posted instanceof Error) {
          refusal = posted;
          return;
        }
        asked += 1;
        const answer = posted && answerOf(declaration, next, posted);
        if (!answer) continue;
        answers.push(answer);
        heard?.(answer);
      }
    }
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
    } finally {
      poster.close();
    }
    if (refusal && asked === 0) throw refusal;
    return answers;
  },
});

/** An error: nothing was looked up. Null: nobody knows. */
async function ask(
  poster: Poster,
  { request, fields }: LookupDeclaration,
  values: Values,
  { number }: AskedNumber,
): Promise<Posted | Error | null> {
  try {
    const posted = await poster.request(requestOf(request, fields, { ...values, number: `+${number}` }, []));
    return REFUSED(posted.status) ? new Error(`The look-up provider answered ${posted.status}.`) : posted;
  } catch (error) {
    return error instanceof NotSentError || error instanceof IncompleteRequestError ? error : null;
  }
}

/** Not of one number: 400, 404 and 422 are. */
const REFUSED = (status: number) => (status >= 300 && status < 400) || [401, 402, 403, 429, 503].includes(status);

function answerOf(
  { answer }: LookupDeclaration,
  { number }: AskedNumber,
  { status, body }: Posted,
): NumberAnswer | null {
  const document = { body: parseLooseJson(body) };
  if (status < 200 || status > 299 || !holds(document, answer.known)) return null;
  const mcc = scalarAt(document, answer.mcc);
  const mnc = scalarAt(document, answer.mnc);
  const isNetwork = mcc !== null && mnc !== null && /^\d{3}$/.test(mcc) && /^\d{2,3}$/.test(mnc);
  return {
    number,
    isReachable: holds(document, answer.reachable),
    isLandline: answer.landline !== undefined && holds(document, answer.landline),
    isPorted: answer.ported !== undefined && holds(document, answer.ported),
    network: isNetwork ? { mcc, mnc } : null,
  };
}

const OWN = 'docs/lookups.md';
type Shown = Pick<LookupDeclaration, 'label' | 'reference'>;
const infoOf = (name: NumberLookupProvider, { label, reference }: Shown): ProviderInfo => {
  const { settings, credentials } = LOOKUP_SHAPES[name];
  const secrets = credentials instanceof z.ZodObject ? fieldsOf(credentials, true) : [];
  const documentation = name === 'custom' ? OWN : `docs/providers/${name}.md`;
  const fields = [...secrets, ...fieldsOf(settings, false)];
  return {
    name,
    kind: 'lookup',
    label,
    fields,
    documentation,
    reference: reference ?? null,
    takesAnyCredentials: name === 'custom',
    capabilities: null,
    voiceCapabilities: null,
    isTried: false,
  };
};

addProviders(() => [
  ...Object.entries(LOOKUP_DECLARATIONS).map(([name, one]) => infoOf(name as DeclaredName, one)),
  infoOf('custom', { label: 'HTTP API that you describe' }),
]);
