import { setMember, type JsonObject } from "../members.ts";
import type { ValueShape } from "../operation.ts";
import { fromText } from "../parameters/text-value.ts";
import { responseKey } from "../status.ts";
import type { ClientOperation } from "./operation.ts";
import { plainRead } from "./plain-response.ts";
import { readError } from "./read-error.ts";

/**
 * Reads responses as is done without a reader of their own, and with them the documented headers that
 * they have, each of them one text, number or boolean.
 *
 * @param documented the shapes of headers by their names, by status as the description writes it
 * @returns a reader for {@link ClientOperation.read}.
 */
export function headersRead(documented: {
  readonly [status: string]: { readonly [header: string]: ValueShape };
}): NonNullable<ClientOperation["read"]> {
  return async (operation, response, context) => {
    const read = await (response.ok ? plainRead : readError)(operation, response, context);
    const shapes = documented[responseKey(operation.responses, response.status) ?? ""];
    if (shapes === undefined) return read;
    const headerValues: JsonObject = {};
    for (const [name, shape] of Object.entries(shapes)) {
      const text = response.headers.get(name);
      if (text !== null) setMember(headerValues, name, fromText(text.trim(), shape));
    }
    return { ...read, headerValues };
  };
}
