import { literal } from "@openapi-packages/description/text/escape";
import {
  Expression,
  type DataObject,
  type DataValue,
} from "@openapi-packages/compiler/compile/data";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import type { ModuleScope } from "../module-scope.ts";
import { runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import type {
  PlannedExample,
  PlannedExamples,
} from "@openapi-packages/compiler/mock/plan-examples";
import type {
  DocumentedAnswer,
  MockBody,
} from "@openapi-packages/compiler/mock/answers/mock-answer";

/** Returns the symbol of the constant of an example. */
export const exampleSymbol = ({ name, file }: PlannedExample): ModuleSymbol => ({
  name,
  module: `mocks/src/examples/${file}.ts`,
  isType: false,
});

/** The symbol of the examples of components, which several answers may share. */
export const examplesSymbol: ModuleSymbol = {
  name: "componentExamples",
  module: "mocks/src/component-examples.ts",
  isType: false,
};

/**
 * Returns an answer of an operation as `MockExample`.
 *
 * @param examples the constants of examples; `undefined` if they are not written
 */
export function answerData(
  names: ModuleScope,
  documented: DocumentedAnswer,
  examples: PlannedExamples | undefined,
): DataObject {
  const { name, answer } = documented;
  const { status, contentType, headers, body } = answer;
  const constant = examples?.answers.get(documented);
  const value = constant && new Expression(names.use(exampleSymbol(constant)));
  return { name, status, contentType, headers, body: body && bodyData(names, body, value) };
}

function bodyData(names: ModuleScope, body: MockBody, constant: DataValue): DataValue {
  switch (body.kind) {
    case "value":
      if (constant !== undefined) return constant;
      return body.component === undefined
        ? body.value
        : new Expression(`${names.use(examplesSymbol)}[${literal(body.component)}]`);
    case "stream":
      return new Expression(names.use(runtimeValue("/mock", "streamOf")), [constant ?? body.items]);
    case "file":
      return new Expression("new Blob", [[body.text], { type: body.mediaType }]);
  }
}
