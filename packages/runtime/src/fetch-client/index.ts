export { createClient, createClient as default } from "./create-client.ts";
export { createPathBasedClient, wrapAsPathBasedClient } from "./path-based.ts";
export { dataOrError, type DataOrError } from "./data-or-error.ts";
export { mergeHeaders } from "./headers.ts";
export {
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
} from "./serialize.ts";
export type {
  BodySerializer,
  Client,
  ClientMethod,
  ClientOptions,
  FetchOptions,
  FetchResponse,
  HeadersOptions,
  MergedOptions,
  Middleware,
  MiddlewareCallbackParams,
  ParseAs,
  PathBasedClient,
  PathSerializer,
  Policy,
  QuerySerializer,
  QuerySerializerOptions,
  RequestClass,
  RequestOptions,
  SendRequest,
} from "./client-types.ts";
export type {
  ErrorOf,
  HttpMethod,
  MediaType,
  PathsWithMethod,
  Readable,
  SuccessOf,
  Writable,
} from "./path-types.ts";
export { ConnectionError, DecodeError, TimeoutError } from "../client/errors.ts";
