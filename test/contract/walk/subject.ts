import { createMock, streamOf } from "@openapi-packages/mock";
import type { Mock } from "@openapi-packages/mock";
import * as serialization from "@openapi-packages/runtime/serialization";
import * as validation from "@openapi-packages/runtime/validation";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import { ExampleInputs } from "../../../packages/compiler/src/mock/answers/example-input.ts";
import { mockDescription } from "../../../packages/compiler/src/mock/serve/mock-description.ts";
import type { Operation } from "../../../packages/description/src/model/api-model.ts";
import { buildApiModel } from "../../../packages/description/src/model/build-api-model.ts";
import { mockOptions } from "../flows/mock-options.ts";

/** An operation, and an input that its description has or allows. */
export interface WalkedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly input: { readonly [place: string]: unknown };
  readonly isStream: boolean;
  /** False where the body is none of JSON. */
  readonly isJson: boolean;
}

/** A mock of any description, and the operations to walk over. */
export interface WalkSubject {
  readonly mock: Mock;
  readonly operations: readonly WalkedOperation[];
}

/** The mock of a description, as the command `mock` makes it; what it answers has to be as described. */
export async function walkSubject(description: string): Promise<WalkSubject> {
  const { model } = buildApiModel(await loadDocument(description));
  const made = mockDescription(model, { streamOf, serialization, validation });
  const mock = createMock(made, mockOptions as object);
  const inputs = new ExampleInputs(model);
  const operations = model.groups
    .flatMap((group) => group.operations)
    .flatMap((operation): WalkedOperation[] => {
      const { input, body } = inputs.of(operation) ?? {};
      if (input === undefined) return [];
      const { id, method, path } = operation;
      const isJson = body === undefined || body.kind === "json";
      return [{ id, method, path, input, isStream: isStream(operation), isJson }];
    });
  return { mock, operations };
}

const isStream = ({ responses }: Operation): boolean =>
  responses.some(({ content }) => content.some(({ stream }) => stream !== undefined));
