export { example } from "./example.ts";
export { mockOperation } from "./mock-operation.ts";
export type { MockAnswer, MockOptions } from "./mock-operation.ts";
export { streamOf } from "./stream-of.ts";
export { sortBySpecificity } from "@openapi-packages/runtime";
export { withEventFields } from "@openapi-packages/runtime";
export { createMock } from "./msw.ts";
export type { MswMock } from "./msw.ts";
export type { Clock } from "./clock.ts";
export type {
  CreateMockOptions,
  FaultKind,
  FaultRule,
  Mock,
  MockExchange,
  Snapshot,
  Violation,
} from "./types.ts";
export type { MockDescription, MockExample, StateDescriptor } from "./description.ts";
