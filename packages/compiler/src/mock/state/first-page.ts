import { member } from "@openapi-packages/description/json/json";
import type { OperationView } from "./operation-view.ts";
import { plainName, wordList } from "./words.ts";

const pageNames = wordList("page page_number");

/**
 * Returns `firstPage: 0` if the first of the page parameter's default, example and minimum that is
 * given is 0.
 */
export function firstPageOf({ operation }: OperationView): { readonly firstPage?: 0 } {
  const declared = operation.pagination?.request["page"];
  const parameter = operation.parameters.find(({ in: place, name }) =>
    place !== "query"
      ? false
      : declared === undefined
        ? pageNames.includes(plainName(name))
        : name === declared,
  );
  if (parameter === undefined) return {};
  const { schema } = parameter.schema;
  const said = [member(schema, "default"), parameter.example, member(schema, "minimum")];
  return said.find((one) => one !== undefined && one !== null) === 0 ? { firstPage: 0 } : {};
}
