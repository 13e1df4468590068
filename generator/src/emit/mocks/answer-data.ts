import { literal } from "../../escape.ts";
import { Expression, type DataObject, type DataValue } from "../../compile/data.ts";
import type { ModuleSymbol } from "../../module-symbol.ts";
import type { ModuleScope } from "../module-scope.ts";
import { runtimeValue } from "../../runtime-symbols.ts";
import type { DocumentedAnswer, MockBody } from "../../mock/answers/mock-answer.ts";

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
