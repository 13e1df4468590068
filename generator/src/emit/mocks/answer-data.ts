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
  DocumentedAnswer,
  MockBody,
} from "@openapi-packages/compiler/mock/answers/mock-answer";

/** The symbol of the examples of components, which several answers may share. */
export const examplesSymbol: ModuleSymbol = {
  name: "componentExamples",
  module: "mocks/src/component-examples.ts",
  isType: false,
};

/** Returns an answer of an operation as `MockExample`. */
export function answerData(names: ModuleScope, documented: DocumentedAnswer): DataObject {
  const { name, answer } = documented;
  const { status, contentType, headers } = answer;
  return { name, status, contentType, headers, body: answer.body && bodyData(names, answer.body) };
}

function bodyData(names: ModuleScope, body: MockBody): DataValue {
  switch (body.kind) {
    case "value":
      return body.component === undefined
        ? body.value
        : new Expression(`${names.use(examplesSymbol)}[${literal(body.component)}]`);
    case "stream":
      return new Expression(names.use(runtimeValue("/mock", "streamOf")), [body.items]);
    case "file":
      return new Expression("new Blob", [[body.text], { type: body.mediaType }]);
  }
}
