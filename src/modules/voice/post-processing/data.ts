import type { FieldErrors } from '../../../errors.ts';
import type { UpdateVoicePostProcessingInput } from '../../../generated/inputs.ts';
import type { CallOutcome, PostProcessingKind } from '../../../generated/prisma/client.ts';
import { tagName } from '../../../input/printable.ts';
import { messages } from '../../../input/validation-messages.ts';
import { tooLong } from '../../../records/input-rules.ts';
import { urlErrors } from '../../webhooks/requests/url-errors.ts';

export interface OutcomeClassifierData {
  language: string | null;
  minimumConfidence: number;
  url: string | null;
}

export interface WebhookData {
  url: string;
}

export interface TagContactData {
  tag: string;
  outcomes: CallOutcome[];
}

type StepData = Pick<UpdateVoicePostProcessingInput, 'outcomeClassifierData' | 'webhookData' | 'tagContactData'>;

type DataName = keyof StepData;

export const DATA_OF: Record<PostProcessingKind, DataName> = {
  outcome_classifier: 'outcomeClassifierData',
  webhook: 'webhookData',
  tag_contact: 'tagContactData',
};

// Not in the reference.
const MAX_TAG = 255;

export function dataErrors(kind: PostProcessingKind, given: StepData): FieldErrors {
  const own = DATA_OF[kind];
  const errors: FieldErrors = given[own] === null ? { [own]: [messages.required(own)] } : {};
  for (const name of Object.values(DATA_OF)) {
    if (name !== own && given[name]) errors[name] = [messages.selected(name)];
  }
  return { ...errors, ...(given[own] && boundErrors(given, own)) };
}

export function addressOf({ outcomeClassifierData, webhookData }: StepData) {
  if (webhookData) return { path: 'webhookData.url', url: webhookData.url };
  return { path: 'outcomeClassifierData.url', url: outcomeClassifierData?.url };
}

function boundErrors({ outcomeClassifierData, webhookData, tagContactData }: StepData, own: DataName): FieldErrors {
  if (own === 'webhookData') return urlErrors(`${own}.url`, webhookData!.url);
  if (own === 'tagContactData') {
    const tag = tagName(tagContactData!.tag);
    return tag === '' ? { [`${own}.tag`]: [messages.required(`${own}.tag`)] } : tooLong(`${own}.tag`, tag, MAX_TAG);
  }
  const { language, minimumConfidence, url } = outcomeClassifierData!;
  const confidence = `${own}.minimumConfidence`;
  return {
    ...urlErrors(`${own}.url`, url),
    ...(language && languageOf(language) === null && { [`${own}.language`]: [messages.format(`${own}.language`)] }),
    ...(minimumConfidence < 0 && { [confidence]: [messages.atLeast(confidence, 0)] }),
    ...(minimumConfidence > 1 && { [confidence]: [messages.atMost(confidence, 1)] }),
  };
}

/** BCP 47: `EN-us` is `en-US`. */
function languageOf(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.trim())[0] ?? null;
  } catch {
    return null;
  }
}

export function configOf(kind: PostProcessingKind, given: StepData) {
  const { outcomeClassifierData, webhookData, tagContactData } = given;
  switch (kind) {
    case 'outcome_classifier':
      return {
        language: outcomeClassifierData?.language ? languageOf(outcomeClassifierData.language) : null,
        minimumConfidence: outcomeClassifierData?.minimumConfidence ?? 0,
        url: outcomeClassifierData?.url ?? null,
      } satisfies OutcomeClassifierData;
    case 'webhook':
      return { url: webhookData!.url } satisfies WebhookData;
    case 'tag_contact':
      return {
        tag: tagName(tagContactData!.tag),
        outcomes: [...new Set(tagContactData!.outcomes)],
      } satisfies TagContactData;
  }
}

export function storedData<Data>(
  step: { kind: PostProcessingKind; config: unknown },
  kind: PostProcessingKind,
  defaults: Partial<Data>,
): Data | null {
  return step.kind === kind ? { ...defaults, ...(step.config as Data) } : null;
}
