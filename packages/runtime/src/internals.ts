export { Places, redacted, Redactor, usualSecrets } from "./client/redact.ts";
export { bodyDecoder, headersDecoder } from "./conversion/decode-answer.ts";
export { decodeInput } from "./conversion/decode-input.ts";
export { parseExact, rawIntegers } from "./conversion/exact-json.ts";
export { toJson } from "./conversion/to-json.ts";
export { concatenate, iterateBytes } from "./byte-stream.ts";
export type { CollectableBytes } from "./server/collect-body.ts";
export { idempotencyHeaderOf } from "./idempotency/key-header.ts";
export { idempotencyKeyOf } from "./idempotency/key-of.ts";
export { keyRefusal } from "./idempotency/key-refusal.ts";
export { payloadText } from "./idempotency/payload-text.ts";
export { itemOf } from "./event-stream/item-of.ts";
export { createStreamParser } from "./event-stream/stream-parser.ts";
export type { StreamParser } from "./event-stream/stream-parser.ts";
export { eventFieldsOf } from "./event-stream/index.ts";
export { escapePointerToken } from "./json-pointer.ts";
export {
  isAcceptable,
  isJsonMediaType,
  isMultipartMediaType,
  isSequenceMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  negotiateMediaType,
} from "./media-type.ts";
export { getMember, isObject, setMember } from "./members.ts";
export type { JsonObject } from "./members.ts";
export { queryDecode } from "./parameters/percent-encoding.ts";
export { expressionValue, messageValue } from "./runtime-expression.ts";
export type { ExpressionMessage, ExpressionSources } from "./runtime-expression.ts";
export { parseJson } from "./parse-json.ts";
export { checkNumbers, timerRange } from "./number-options.ts";
export type { NumberRanges } from "./number-options.ts";
export { matchQuery } from "./path-template.ts";
export {
  RequestFailure,
  bodyIssue,
  failureResponse,
  incompleteBody,
  notImplemented,
} from "./server/failure.ts";
export { ByteCollector } from "./byte-collector.ts";
export { failureOf } from "./server/server-failure.ts";
export { headerValue } from "./server/request-target.ts";
export { serverPath } from "./server/base-paths.ts";
export { Routing, withoutBasePath } from "./server/routing.ts";
export { cancelBody } from "./server/stream.ts";
export { nearestName } from "./server/nearest-name.ts";
export { basicSecrets, SecretSearch } from "./secrets/secret-search.ts";
export { securityOf } from "./security.ts";
export { charsetOf, CharsetError, decodeBytes, isUtf8 } from "./charset.ts";
export { reasonPhrase, responseKey } from "./status.ts";
export { isDate, isDateTime } from "./validation/date-time.ts";
export { equal } from "./validation/equal.ts";
export { isEmail } from "./validation/email.ts";
export { isIpv4, isIpv6 } from "./validation/ip-address.ts";
export { isUri } from "./validation/uri.ts";
export type { NonSharedUint8Array } from "./web-types.ts";
export { webhookMedia } from "./webhooks/sign.ts";
