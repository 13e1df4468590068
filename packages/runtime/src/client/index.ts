export { call, callStream } from "./call.ts";
export { createClientCore, fetchClientOptions } from "./core.ts";
export type { ClientCore, FetchClientOptions } from "./core.ts";
export { ApiError, ConnectionError, DecodeError, PaginationError } from "./errors.ts";
export { match } from "./match.ts";
export type { KnownValue, MatchHandlers } from "./match.ts";
export { callPages } from "./pages.ts";
export { withPartHeaders } from "../form-data.ts";
export type {
  Call,
  CallInput,
  CallOptions,
  CallResult,
  ClientOptions,
  Credential,
  CredentialValue,
  HttpClient,
  HttpMiddleware,
  ItemStream,
  PageCall,
  StreamCall,
  StreamEvent,
} from "./types.ts";
