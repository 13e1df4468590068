import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { pointerParts, type Json } from "@openapi-packages/description";
import type { VerifiedApi } from "../../description/verified-api.ts";
import { memberNames, memberSchemas, schemaAt } from "../../schema/members.ts";
import { operationsOn } from "../effects.ts";
import type { FoundOperation } from "../made-record.ts";

/** The member in which the records of a resource show their state, with its values. */
export interface StateMember {
  readonly name: string;
  readonly values: readonly string[];
  /** The texts about it in the description, in paragraphs. */
  readonly description: string;
}

const stateName = /(^|_|-|[a-z](?=[A-Z]))(status|state|phase|stage)$/i;

/** Returns the member with the state of a resource's records: one with fixed values; `undefined` if they show none. */
export function stateMemberOf(api: VerifiedApi, resource: string): StateMember | undefined {
  const { document } = api.description.model;
  for (const found of operationsOn(api, resource)) {
    if (found.state.kind === "list") continue;
    for (const schema of shownSchemas(api, found)) {
      const names = memberNames(document, schema).filter((one) => stateName.test(one));
      for (const name of names.toSorted((one, other) => one.length - other.length)) {
        const schemas = memberSchemas(document, schema, name);
        const values = choicesOf(schemas);
        const texts = schemas
          .map((one) => one["description"])
          .filter((one) => typeof one === "string");
        if (values.length > 1) return { name, values, description: texts.join("\n\n") };
      }
    }
  }
  return undefined;
}

/** Returns the schemas of the record in the successful answers of an operation. */
export function shownSchemas(api: VerifiedApi, { operation, state }: FoundOperation): Json[] {
  if (state.at === undefined) return [];
  const tokens = pointerParts(state.at);
  const { document } = api.description.model;
  return operation.model.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap(({ content }) => content.find(({ kind }) => kind === "json")?.schema?.json ?? [])
    .flatMap((schema) => schemaAt(document, schema, tokens) ?? []);
}

/** Returns the texts that schemas of a member allow, if they are fixed. */
export function choicesOf(
  schemas: readonly { readonly [keyword: string]: unknown }[],
): readonly string[] {
  const values = schemas.flatMap((one) => {
    const all = one["enum"];
    return Array.isArray(all) ? (all as readonly unknown[]) : [one["const"]];
  });
  return [...new Set(values.filter((one) => typeof one === "string"))];
}

/** Returns the state that a body shows at a place; `undefined` if it shows none. */
export function stateIn(member: StateMember, body: unknown, at: string): string | undefined {
  const place = resolvePointer(body, at);
  const record: unknown = Array.isArray(place) ? place[0] : place;
  const value = isObject(record) ? getMember(record, member.name) : undefined;
  return typeof value === "string" ? value : undefined;
}
