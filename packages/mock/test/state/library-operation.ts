import type { MockOperation } from "../../src/description.ts";
import type {
  OperationDescriptor,
  OperationValidators,
  PaginationDescriptor,
  ParameterDescriptor,
} from "../../../runtime/src/operation.ts";
import type { Check } from "../../../runtime/src/validation/index.ts";
import { answers } from "./schema.ts";

interface Given {
  readonly path: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly check?: Check;
  readonly request?: Check;
  readonly query?: readonly ParameterDescriptor[];
  readonly pagination?: PaginationDescriptor;
  readonly responses?: OperationDescriptor["responses"];
  readonly mediaTypes?: readonly string[];
  readonly headers?: { readonly [name: string]: string };
}

export const json = [{ mediaType: "application/json" }];
export const query = (
  name: string,
  shape: ParameterDescriptor["shape"] = "string",
): ParameterDescriptor => ({
  name,
  in: "query",
  shape,
});

/** An operation by its id and method, with what it answers and the checks of that. */
export function operation(line: string, given: Given): MockOperation {
  const [operationId = "", method = ""] = line.split(" ");
  const { path, status = 200, body, check, request, query: parameters = [] } = given;
  const names = [...path.matchAll(/\{(.*?)\}/g)].map(([, name = ""]) => name);
  const { mediaTypes = ["application/json"], headers } = given;
  const validators = check ? answers(status, check, request) : {};
  return {
    operation: {
      operationId,
      method,
      path,
      parameters: [
        ...names.map((name) => ({
          name,
          in: "path" as const,
          required: true as const,
          ...(name === "job_id" && { shape: "integer" as const }),
        })),
        ...parameters,
      ],
      ...(method !== "GET" &&
        method !== "DELETE" && {
          requestBody: { content: mediaTypes.map((mediaType) => ({ mediaType })) },
        }),
      responses: { [status]: check === undefined ? {} : { content: json }, ...given.responses },
      ...(given.pagination && { pagination: given.pagination }),
    },
    validators: validators as OperationValidators,
    answers: [
      {
        status,
        ...(check && { body }),
        ...(headers && { headers }),
      },
    ],
  };
}
