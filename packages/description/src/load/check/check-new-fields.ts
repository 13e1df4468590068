import {
  arrayMember,
  member,
  objectMember,
  stringMember,
  type JsonObject,
} from "../../json/json.ts";
import { referencedName, schemaName } from "../../json/subschemas.ts";
import type { Report } from "./report.ts";

/** Reports fields of OpenAPI 3.2 in schemas that have no effect. */
export function checkNewFields(schema: JsonObject, report: Report): void {
  const otherwise = stringMember(objectMember(schema, "discriminator"), "defaultMapping");
  const branches = [...arrayMember(schema, "oneOf"), ...arrayMember(schema, "anyOf")];
  if (otherwise !== undefined && branches.length > 0) {
    const wanted = schemaName(otherwise) ?? otherwise;
    if (!branches.some((branch) => referencedName(branch) === wanted))
      report(
        "discriminator-default",
        `defaultMapping names ${wanted}, which is not one of the alternatives, so a value that matches none of them is refused`,
        `add it to ${schema["oneOf"] === undefined ? "anyOf" : "oneOf"}`,
        "/discriminator/defaultMapping",
      );
  }
  if (member(objectMember(schema, "xml"), "nodeType") !== undefined)
    report(
      "xml-node-type",
      "XML bodies are strings in the packages, so nodeType is ignored",
      "no change is needed; JSON is typed and validated",
      "/xml/nodeType",
    );
}
