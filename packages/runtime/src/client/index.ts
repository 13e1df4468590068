export { acceptOf } from "./accept.ts";
export { call } from "./call.ts";
export { createClientCore } from "./core.ts";
export type {
  ClientApi,
  ClientCore,
  Credentials,
  FollowRedirects,
  SendRedirected,
  SendWithCredentials,
} from "./core.ts";
export { credentials } from "./credentials.ts";
export { followRedirects } from "./redirect.ts";
export { headerParameters } from "./header-parameters.ts";
export { jsonOrTextRead } from "./json-or-text-read.ts";
export { jsonBody } from "./json-body.ts";
export { contentBody } from "./content-body.ts";
export {
  contentAndHeadersRead,
  contentOrEventsRead,
  contentOrStreamRead,
} from "./content-readers.ts";
export { contentRead } from "./content-read.ts";
export { describedBody } from "./described-body.ts";
export { formBody } from "./form-body.ts";
export { multipartBody } from "./multipart-body.ts";
export { plainFormBody } from "./plain-form-body.ts";
export { describedParameters } from "./described-parameters.ts";
export { multiSegmentParameters } from "./multi-segment-parameters.ts";
export { describedRead } from "./described-response.ts";
export { partsBody } from "./parts-body.ts";
export { partsRead } from "./parts-read.ts";
export { describedApi, describedOperation } from "./described.ts";
export { ApiError, ConnectionError, DecodeError, TimeoutError } from "./errors.ts";
export type { ApiErrorClass, TimeoutKind } from "./errors.ts";
export { FinalStatusError } from "./final-status-error.ts";
export { headersRead, jsonOrTextAndHeadersRead } from "./headers-read.ts";
export { match } from "./match.ts";
export type { KnownValue, MatchHandlers, Open } from "./match.ts";
export type {
  ClientFeatures,
  ClientOperation,
  PollingFeature,
  ReadContext,
  ReadResponse,
  SendableBody,
  WrittenBody,
  WrittenParameters,
} from "./operation.ts";
export type { JsonPathOperation, PathOperation } from "./path-operation.ts";
export { callNegotiated } from "./negotiated-call.ts";
export { callPages } from "./pages.ts";
export { PaginationError } from "./pagination-error.ts";
export { downloadProgress, withUploadProgress } from "./progress.ts";
export type { CountableBody, Progress, ProgressListener } from "./progress.ts";
export {
  bind,
  negotiatedOperation,
  operation,
  pagedOperation,
  polledOperation,
  streamOperation,
} from "./functions.ts";
export type { Unbound, UnboundChoice, UnboundOverloads } from "./functions.ts";
export { converted } from "./converted.ts";
export { callRaw, fetchClientOptions, fetchThrough } from "./raw.ts";
export type { RawOptions } from "./raw.ts";
export { callStream } from "./stream-call.ts";
export { ItemTooLargeError, StreamError } from "./stream-error.ts";
export { eventsRead, streamRead } from "./stream-read.ts";
export { partHeadersOf, withPartHeaders } from "../multipart/part-headers.ts";
export type { PartHeaders } from "../multipart/part-headers.ts";
export type {
  Call,
  CallInput,
  CallOptions,
  CallPolicy,
  CallResult,
  CallValidator,
  ClientOptions,
  ClientRequest,
  Credential,
  CredentialRequest,
  CredentialValue,
  Fetch,
  FetchOptions,
  FetchRequest,
  FetchRequestOptions,
  FetchResponse,
  ItemStream,
  Middleware,
  Next,
  PageCall,
  PollCall,
  StreamCall,
  StreamCallOptions,
  StreamEvent,
  WaitOptions,
} from "./types.ts";
export { basic, bearer, cookieKey, headerKey, httpScheme, queryKey } from "./security-writers.ts";
export type { SecurityWriter } from "./security-writers.ts";
