import { isObject, type Json } from "@openapi-packages/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberSchemas } from "../../../schema/members.ts";
import { storeOf } from "../flows/stored.ts";

/** An operation that stores a record under a key of the client's choice, and the one that reads it by that key. */
export interface KeyWriter {
  readonly write: VerifiedOperation;
  readonly read: VerifiedOperation;
  readonly remove: VerifiedOperation | undefined;
  /** The path parameter with the key. */
  readonly parameter: string;
  /** The member of the record with the key, if it is known. */
  readonly member: string | undefined;
  /** The JSON pointer of the record in the answer to the read. */
  readonly at: string;
  /** Returns the input that writes under a key; `undefined` if the description does not allow the key. */
  withKey(input: CallInput, key: string): CallInput | undefined;
}

/** Returns for each read by a text in the path what stores a record under such a text: PUT of that path, or a creation. */
export function keyWriters(api: VerifiedApi): KeyWriter[] {
  return api.operations.flatMap((read): KeyWriter[] => {
    const { model } = read;
    const parameter = /\/\{([^{}]+)\}$/.exec(model.path)?.[1];
    const described = model.parameters.find((one) => one.in === "path" && one.name === parameter);
    if (model.method !== "GET" || parameter === undefined || described === undefined) return [];
    const allows = (key: string): boolean => api.description.holds(described.schema.json, key);
    const state = api.description.mock.state?.operations[read.id];
    const resource = api.description.mock.state?.resources[state?.resource ?? ""];
    const isKey = state?.path.at(-1)?.member === resource?.key;
    const member = isKey ? resource?.key : undefined;
    const remove = api.operations.find(
      (one) => one.model.path === model.path && one.model.method === "DELETE",
    );
    const known = { read, remove, parameter, member, at: state?.at ?? "" };
    const put = storeOf(api, read);
    if (put !== undefined)
      return [{ ...known, write: put, withKey: (input, key) => stored(input, key, known, allows) }];
    const create = api.operations.find(({ id }) => {
      const own = api.description.mock.state?.operations[id];
      return own?.kind === "create" && own.resource === state?.resource && own.many === undefined;
    });
    if (create === undefined || member === undefined) return [];
    const withKey: KeyWriter["withKey"] = (input, key) =>
      allows(key) ? created(api, create, input, member, key) : undefined;
    return [{ ...known, write: create, withKey }];
  });
}

function stored(
  input: CallInput,
  key: string,
  { parameter, member }: Pick<KeyWriter, "parameter" | "member">,
  allows: (key: string) => boolean,
): CallInput | undefined {
  const { body } = input;
  const isNamed = member !== undefined && isObject(body) && Object.hasOwn(body, member);
  const path = { ...input.path, [parameter]: key };
  return allows(key)
    ? { ...input, path, ...(isNamed && { body: { ...body, [member]: key } }) }
    : undefined;
}

/** Returns the input of a creation whose body has the key, if the description lets the client choose it. */
function created(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  member: string,
  key: string,
): CallInput | undefined {
  const schema = bodyMedia(operation, input)?.schema?.json;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return undefined;
  const own = memberSchemas(description.model.document, schema, member);
  const isOpen = own.length > 0 && own.every((one) => one["readOnly"] !== true);
  const keyed = { ...body, [member]: key as Json };
  return isOpen && description.holds(schema, keyed) ? { ...input, body: keyed } : undefined;
}
