/** Validators: type guards, and schemas of Standard Schema; checked by the compiler alone. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type {
  ApiKey,
  CreateAssistantBody,
  ListAssistantsInput,
  Assistant,
} from "@genai-app/contract";
import {
  assistantValidator,
  createAssistantBodyValidator,
} from "@genai-app/contract/schema-validators";
import {
  createAssistantValidators,
  listAssistantsValidators,
  validators,
} from "@genai-app/contract/validators";
import type { OperationValidators } from "@openapi-packages/runtime";

/** What a validator has accepted is of its type. */
export function nameOf(value: unknown): string | undefined {
  // @ts-expect-error: nothing is known of the value yet
  if (!assistantValidator(value)) return value.name;
  return value.name;
}

/** The validators of an operation have the types of what it takes and answers. */
export function isCreated(value: unknown): value is Assistant {
  return createAssistantValidators.responses[201]["application/json"](value);
}

// @ts-expect-error: the operation has no such response
export const missing = createAssistantValidators.responses[204];

export const body: StandardSchemaV1<CreateAssistantBody> =
  createAssistantValidators.body["application/json"];

export const query: StandardSchemaV1<NonNullable<ListAssistantsInput["query"]>> =
  listAssistantsValidators.query;

export const input: StandardSchemaV1.InferInput<typeof createAssistantBodyValidator> = {
  name: "Support",
} as CreateAssistantBody;

// @ts-expect-error: the schema is of another type
export const other: StandardSchemaV1<ApiKey> = createAssistantBodyValidator;

/** Clients, servers and mocks take the table as it is. */
export const table: Readonly<Record<string, OperationValidators>> = validators;
