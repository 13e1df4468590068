import type { CallInput } from "@openapi-packages/runtime/client";
import { arrayMember, type Json, type JsonObject } from "@openapi-packages/description";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { applicableSchemas, schemaAt } from "../schema/members.ts";
import { alterations } from "./alterations.ts";
import type { ClientInputs } from "./inputs.ts";

/** The most items that are tried beside one. */
const mostTries = 10;

/**
 * Makes lists of two items of the parameters that are lists of one, as far as the operation takes them: a list of one is
 * written alike in all styles. `undefined` if there is none.
 */
export async function withSeveralItems(
  inputs: ClientInputs,
  document: JsonObject,
  operation: VerifiedOperation,
  input: CallInput,
): Promise<CallInput | undefined> {
  let whole = input;
  for (const { in: location, name, schema } of operation.model.parameters) {
    const values = whole[location] as Readonly<Record<string, unknown>> | undefined;
    const list = values?.[name];
    if (!Array.isArray(list) || list.length !== 1) continue;
    for (const other of othersOf(document, schema.json, list[0]).slice(0, mostTries)) {
      const more = { ...whole, [location]: { ...values, [name]: [list[0], other] } };
      if (!(await inputs.isTaken(operation, more))) continue;
      whole = more;
      break;
    }
  }
  return whole === input ? undefined : whole;
}

/** Returns other values that may stand beside an item: those of its enumeration, and ones that differ a little. */
function othersOf(document: JsonObject, list: Json, item: unknown): unknown[] {
  const listed = applicableSchemas(document, schemaAt(document, list, ["*"])).flatMap(
    (schema) => arrayMember(schema, "enum") ?? [],
  );
  return [...listed, ...alterations(item)].filter((other) => other !== item);
}
