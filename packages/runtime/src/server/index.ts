export { createServerCore } from "./core.ts";
export { createWebhookServer } from "./webhook-receiver.ts";
export type { SignatureOptions, WebhookReceiverArguments } from "./webhook-receiver.ts";
export { standardWebhooks } from "../webhooks/signature.ts";
export type { WebhookSecret, WebhookSignature } from "../webhooks/signature.ts";
export { toFetch } from "./fetch.ts";
export { InvalidAnswerError } from "./invalid-answer.ts";
export { anyFail, ThrownAnswer } from "./fail.ts";
export { secretsEqual } from "./secrets-equal.ts";
export { withScopes } from "./scoped-principal.ts";
export type { ScopedPrincipal } from "./scoped-principal.ts";
export type { Exchange, Outcome, ServerHooks } from "./hooks.ts";
export type { AnswerableFailure, AnyResults, ServerFailure } from "./server-failure.ts";
export type { BodyLimits, OperationLimits } from "./body-limits.ts";
export type {
  AnyApi,
  ApiTypes,
  ErrorBodyOf,
  PrincipalOf,
  ResultsOf,
  RoutingOptions,
  SchemeVerifiers,
  ServerArguments,
  ServerOptions,
} from "./options.ts";
export { NotImplementedError } from "./failure.ts";
export { withStreamedBody } from "./streamed-body.ts";
export type { StreamedInput } from "./streamed-body.ts";
export { routesOf } from "./routes.ts";
export type { BoundOperation, RouteTables } from "./routes.ts";
export type { Problem } from "../error-template.ts";
export type { Issue } from "../validation/issues.ts";
export { fetchRequest, respondWith, takeOver } from "./raw-exchange.ts";
export { partial } from "./partial.ts";
export type { PartialHandlers } from "./partial.ts";
export type {
  AnonymousContext,
  Answer,
  AnyHandler,
  Fail,
  Handler,
  HttpRequest,
  HttpResponse,
  RequestContext,
  ResponseHeaders,
  Route,
  SecurityCredential,
  SecurityVerifier,
  CloseOptions,
  Server,
} from "./types.ts";
export { partHeadersOf, withPartHeaders } from "../multipart/part-headers.ts";
export type { PartHeaders } from "../multipart/part-headers.ts";
export { withEventFields } from "../event-stream/index.ts";
export type { EventFields } from "../event-stream/index.ts";
export type { AnyResult } from "../result.ts";
