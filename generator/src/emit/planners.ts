import { compileSerializers } from "@openapi-packages/compiler/compile/serializers/compile-serializers";
import { compileValidators } from "@openapi-packages/compiler/compile/compile-validators";
import { ErrorPlanner } from "@openapi-packages/compiler/compile/errors/plan-errors";
import { ReceivedPlanner } from "@openapi-packages/compiler/compile/received/plan-received";
import { planExamples } from "@openapi-packages/compiler/mock/plan-examples";
import { planMock } from "@openapi-packages/compiler/mock/plan-mock";

/** Compilers and planners of the data of an `EmitModel`. This module is loaded if a part needs any of them. */
export interface Planners {
  readonly compileValidators: typeof compileValidators;
  readonly compileSerializers: typeof compileSerializers;
  readonly planMock: typeof planMock;
  readonly planExamples: typeof planExamples;
  readonly ErrorPlanner: typeof ErrorPlanner;
  readonly ReceivedPlanner: typeof ReceivedPlanner;
}

/** All planners. */
export const planners: Planners = {
  compileValidators,
  compileSerializers,
  planMock,
  planExamples,
  ErrorPlanner,
  ReceivedPlanner,
};
