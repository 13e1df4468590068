import {
  composedSchema,
  itemsOf,
} from "@openapi-packages/description/model/schema/composed-schema";
import type { ComponentSchemas, Schema } from "@openapi-packages/description/model/schema/schema";

/** String formats without commas; the runtime's validators enforce them. */
const formats = new Set(["uuid", "date", "date-time", "ipv4", "ipv6", "hostname"]);

/**
 * True if no item of a list can contain a comma, because of its values, its type or its `format`. A
 * percent-encoded comma is then a delimiter like any other; if an item may contain a comma, the
 * encoded comma belongs to the item (RFC 6570, 3.2.8; OpenAPI 3.1, Appendix C).
 */
export function hasCommaFreeItems(types: ComponentSchemas, schema: Schema): boolean {
  const items = itemsOf(composedSchema(types, schema));
  return items !== undefined && isCommaFree(types, items);
}

function isCommaFree(types: ComponentSchemas, schema: Schema): boolean {
  return composedSchema(types, schema).parts.some((part) => {
    switch (part.kind) {
      case "null":
      case "boolean":
      case "number":
      case "date":
        return true;
      case "string":
        return formats.has(part.constraints?.format ?? "");
      case "enum":
        return (
          part.openness !== "everywhere" &&
          part.values.every((value) => !String(value).includes(","))
        );
      case "union":
        return part.alternatives.every((one) => isCommaFree(types, one));
      default:
        return false;
    }
  });
}
