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
  const { meaning, annotations } = parameter.schema;
  const least = meaning.kind === "number" ? meaning.constraints?.minimum : undefined;
  const said = [annotations["default"], parameter.example, least];
  return said.find((one) => one !== undefined && one !== null) === 0 ? { firstPage: 0 } : {};
}
