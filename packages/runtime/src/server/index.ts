export { createServerCore } from "./core.ts";
export { toFetch } from "./fetch.ts";
export { InvalidAnswerError } from "./answer.ts";
export { NotImplementedError } from "./not-implemented.ts";
export { partial } from "./partial.ts";
export type { PartialHandlers } from "./partial.ts";
export type {
  Answer,
  AnyHandler,
  Handler,
  HttpRequest,
  HttpResponse,
  RequestContext,
  ResponseHeaders,
  Route,
  SecurityCredential,
  SecurityVerifier,
  Server,
  ServerArguments,
  ServerFailure,
  ServerOptions,
} from "./types.ts";
export { withEventFields } from "../event-stream/index.ts";
export type { EventFields } from "../event-stream/index.ts";
export type { AnyResult } from "../result.ts";
