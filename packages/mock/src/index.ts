export { streamOf } from "./stream-of.ts";
export { createMock } from "./msw.ts";
export type { MswMock } from "./msw.ts";
export type { Clock } from "./clock.ts";
export type { MockLimits, MockUsage } from "./limits.ts";
export { mockDescription } from "./mock-description.ts";
export type {
  ComponentAnswers,
  DescriptionParts,
  MockGroup,
  ResourceTable,
} from "./mock-description.ts";
export type {
  CallbackDelivery,
  CallbackOptions,
  CreateMockOptions,
  FaultKind,
  FaultRule,
  Mock,
  MockContext,
  MockExchange,
  MockTypes,
  OperationTypes,
  Override,
  Snapshot,
  Violation,
} from "./types.ts";
export type {
  CallbackDescriptor,
  CallbackPlan,
  CallbackTable,
  CredentialDescriptor,
  FilterDescriptor,
  LifecycleDescriptor,
  MemberRole,
  MockDescription,
  MockExample,
  MockOperation,
  PathParameterState,
  RecordReference,
  ResourceDescriptor,
  SeedRecord,
  StateDescriptor,
  StateOperation,
  ValidityDescriptor,
  VariantDescriptor,
  VariantKind,
} from "./description.ts";
