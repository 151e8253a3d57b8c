/// <reference path="./smpp/smpp.d.ts" />

export { count, perSecond, secret as signingSecret } from './common-fields.ts';
export { resultsOf, valuesIn } from './declared/answers.ts';
export { isComplete } from './declared/authorize.ts';
export { confirmationOf, readCallbacks } from './declared/callbacks.ts';
export {
  CUSTOM_SHAPES,
  type CustomSettings,
  customRequest,
  path as pathShape,
  when as whenShape,
} from './declared/custom.ts';
export { customTemplate } from './declared/custom-template.ts';
export {
  type Answers,
  type Auth,
  type Callbacks,
  type Capabilities,
  type Check,
  choose,
  type Declaration,
  each,
  type Field,
  type Path,
  type RequestTemplate,
  type Rule,
  type SendRequest,
  type Signature,
  type Template,
  type Values,
  type When,
} from './declared/declaration.ts';
export { type AnyDeclaredName, DECLARATIONS, type DeclaredName, isDeclared } from './declared/declarations.ts';
export { DECLARED_SHAPES, declarationOf, declaredOf } from './declared/declared-of.ts';
export { checkedOf, type Declared, openDeclared, sendRequest } from './declared/declared-provider.ts';
export { type Given, type Shapes, shapesOf, valuesOf } from './declared/fields.ts';
export { type Document, holds, scalarAt } from './declared/paths.ts';
export { IncompleteRequestError, requestOf } from './declared/request.ts';
export { hmac, isRecent, isSame, isSecretInPath, isSignedBy, MIN_KEY_BYTES } from './declared/signatures.ts';
export { MESSAGE_PLACES, type Places, placesIn, render, textsIn } from './declared/template.ts';
export { isVerifiedBy, type Verification, verificationOf } from './declared/verification.ts';
export { UnconfirmedError, UnreadableBodyError } from './errors.ts';
export { field, fieldsOf, type ProviderField, type ProviderFieldType } from './form-fields.ts';
export { openHttpProvider } from './http-provider.ts';
export { HTTP_SHAPES, type HttpCredentials, type HttpSettings } from './http-settings.ts';
export {
  type Checked,
  type HookAnswer,
  type Inbound,
  type InboundRequest,
  type NotTaken,
  type OutgoingSms,
  type ProviderEnvironment,
  REFUSALS,
  type Receipt,
  type Refusal,
  type Reply,
  type ReplyPart,
  type Room,
  rejected,
  type SendResult,
  type ShownRequest,
  type SmsProvider,
  storableResult,
  storableResults,
  unanswered,
  unknown,
  unreachable,
} from './provider.ts';
export { readInbound } from './read-inbound.ts';
export { statusOf } from './receipt-statuses.ts';
export { failureOf, idOf, readAnswer, refusalOf, type Said, textOf } from './service-answer.ts';
export { serviceUrl } from './service-url.ts';
export { readDelivery } from './smpp/deliveries.ts';
export {
  deliveryAnswer,
  plainSubmit,
  type ReceiptFields,
  receiptDelivery,
  type SubmitFields,
  submitAnswer,
} from './smpp/encode.ts';
export { gsmBytes, gsmText } from './smpp/gsm-bytes.ts';
export { openSmppProvider } from './smpp/smpp-provider.ts';
export { SMPP_SHAPES, type SmppCredentials, type SmppSettings } from './smpp/smpp-settings.ts';
export { together } from './smpp/together.ts';
