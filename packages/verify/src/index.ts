export { verifyServer, type VerifyServerOptions } from "./server/verify-server.ts";
export type { TestedServer } from "./server/open-subject.ts";
export type { FetchHandler } from "./server/fetch-subject.ts";
export type { RunOptions, ServerRunOptions } from "./run/options.ts";
export type { Expectations, KnownFailure, SetUpStep } from "./expectations/expectations.ts";
export { SetUpError } from "./run/set-up.ts";
export type {
  Failure,
  LeftOutCase,
  NoLongerFailing,
  Progress,
  RanCase,
  RelatedPlace,
  RemainingRecord,
  RunError,
  StillFailing,
  VerifyReport,
} from "./report/report.ts";
export { assertVerified, VerificationError } from "./report/assert-verified.ts";
export { renderReport, type ReportFormat } from "./report/render-report.ts";
export type { ReportOptions } from "./report/report-text.ts";
export { isPassed } from "./report/verdict.ts";
export type { ShownMessage, Step } from "./shown/step.ts";
export type { SecretNames } from "./shown/secrets.ts";
export type { NotCovered as Missing, OperationCoverage } from "./coverage/coverage.ts";
export { checks, type CheckName } from "./check/checks.ts";
export type { Credentials } from "./wire/write-request.ts";
export type { Exchange } from "./wire/exchange.ts";
export type { HeaderField, WireRequest, WireResponse } from "./wire/wire-request.ts";
export {
  verifyCompatibility,
  type VerifyCompatibilityOptions,
} from "./skew/verify-compatibility.ts";
export type { Compatibility } from "./skew/compatibility-run.ts";
export { verifyTraffic } from "./traffic/verify-traffic.ts";
export type { VerifyTrafficOptions } from "./traffic/traffic-run.ts";
export type { Har, HarEntry } from "@openapi-packages/compiler/mock/serve/traffic/har-types";
export {
  trafficRecorder,
  type TrafficRecorder,
  type TrafficRecorderOptions,
} from "./traffic/traffic-recorder.ts";
export { verifyClient, type VerifyClientOptions } from "./client/verify-client.ts";
export {
  errorOutcome,
  NotExpressible,
  type AnswerKind,
  type CalledOperation,
  type ClientAdapter,
  type ClientAnswer,
  type ClientCallOptions,
  type ClientError,
  type ClientErrorReason,
  type ClientOutcome,
  type ClientTarget,
  type OpenedClient,
} from "./client/adapter.ts";
export type { ClientCredentials } from "./client/credentials.ts";
export {
  outcome,
  tableClient,
  type ClientTable,
  type TableCall,
  type TableCallContext,
  type TableClientOptions,
} from "./client/adapters/table.ts";
export { generatedClient, type CreateGeneratedClient } from "./client/adapters/generated.ts";
export { openapiFetchClient, type OpenapiFetchClient } from "./client/adapters/openapi-fetch.ts";
export { heyApiClient, type HeyApiSdk } from "./client/adapters/hey-api.ts";
export {
  programClient,
  type ProgramCall,
  type ProgramClientOptions,
  type ProgramLine,
} from "./client/adapters/program.ts";
export {
  verifyRoundTrip,
  type RoundTripFailure,
  type RoundTripOptions,
  type RoundTripReport,
} from "./round-trip/verify-round-trip.ts";
export type { PackageClient, PackageServer } from "./round-trip/package-ends.ts";
export type { Change } from "./round-trip/variations.ts";
