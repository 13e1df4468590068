export * from "./operation.ts";
export type { Decoder, ExactJson, OperationCodec } from "./operation-codec.ts";
export type { JsonOf } from "./conversion/json-of.ts";
export { errorBody, errorCodes } from "./errors.ts";
export type { ErrorBody, ErrorStatus } from "./errors.ts";
export type { Problem } from "./error-template.ts";
export type {
  ErrorFill,
  ErrorTemplate,
  OperationErrorBodies,
  ProblemSource,
} from "./error-types.ts";
export {
  decodeEventStream,
  decodeLines,
  encodeEvent,
  EventStreamParser,
  withEventFields,
} from "./event-stream/index.ts";
export type { DecodeStreamOptions, EventFields, EventStreamMessage } from "./event-stream/index.ts";
export { resolvePointer } from "./json-pointer.ts";
export { mediaTypeEssence, mediaTypeMatches, selectMediaType } from "./media-type.ts";
export { encodeCookies, parseCookies } from "./parameters/cookie.ts";
export { decodeText, decodeTexts } from "./parameters/decode.ts";
export { encodeParameter } from "./parameters/encode.ts";
export { encodePath } from "./parameters/path.ts";
export {
  decodeForm,
  decodePairs,
  encodeForm,
  encodeQuery,
  parseQuery,
} from "./parameters/query.ts";
export type { QueryPair } from "./parameters/query.ts";
export { expandPath, matchPath, parsePathTemplate } from "./path-template.ts";
export type { PathPart, PathTemplate } from "./path-template.ts";
export { toIssues } from "./validation/issues.ts";
export type { Issue } from "./validation/issues.ts";
export type { SensitiveParts, SensitiveTable } from "./sensitive.ts";
export type { OperationReceivedBodies, ReceivedBody, ReceivedPart } from "./received.ts";
export type { DefaultsOf, WithDefaults } from "./with-defaults.ts";
export { serverUrl } from "./server-url.ts";
export type {
  SchemaValidator,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from "./standard-schema.ts";
export type { Clock, Waiter } from "./clock.ts";
export { sortBySpecificity } from "./specificity.ts";
export type { OperationTypes } from "./operation-types.ts";
export type { AnyResult } from "./result.ts";
export type { DefaultStatus, StatusRange } from "./status-range.ts";
