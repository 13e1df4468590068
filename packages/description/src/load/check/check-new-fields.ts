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
        `defaultMapping names ${wanted}, which is none of the alternatives, so values that choose none of them are refused`,
        `add it to ${schema["oneOf"] === undefined ? "anyOf" : "oneOf"}`,
        "/discriminator/defaultMapping",
      );
  }
  if (member(objectMember(schema, "xml"), "nodeType") !== undefined)
    report(
      "xml-node-type",
      "XML is text in the packages, so callers and handlers write and read it, and nodeType is not used",
      "nothing has to be done; JSON is typed and validated",
      "/xml/nodeType",
    );
}
