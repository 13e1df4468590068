import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember } from "@openapi-packages/runtime/internals";
import { isObject, member, type Json, type JsonObject } from "@openapi-packages/description";
import { creatorOf, isStore } from "../../../records/effects.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberSchemas } from "../../../schema/members.ts";

/** The number of records that are made. */
const count = 4;

/** Texts that every order and every search tells apart. */
const texts = ["maple", "cedar", "willow", "aspen"];

/** Numbers whose order is another one as texts. */
const numbers = [7, 31, 104, 12];

/**
 * Creates records that differ in members by which a list is filtered or sorted, each member in an order of its own, so
 * that a list by one is no list by another.
 *
 * @param above the path parameters of the list
 */
export async function makeVaried(
  probe: Probe,
  resource: string,
  members: readonly string[],
  above: CallInput["path"],
): Promise<void> {
  const creator = creatorOf(probe.api, resource);
  if (creator === undefined || !probe.mayCall(creator.operation)) return;
  const { input } = await probe.records.inputFor(creator.operation, "new");
  if (input === undefined) return;
  const own = Object.entries(above ?? {}).filter(
    ([name]) => getMember(input.path, name) !== undefined,
  );
  const placed = { ...input, path: { ...input.path, ...Object.fromEntries(own) } };
  const schema = bodyMedia(creator.operation, input)?.schema?.json;
  const { document } = probe.api.description.model;
  const isCertain = (name: string): boolean => {
    const schemas = memberSchemas(document, schema, name);
    return schemas.some((one) => ["enum", "type"].some((keyword) => keyword in one));
  };
  const known = members.filter(isCertain);
  for (let index = 0; index < count; index++) {
    // Each PUT has a key of its own.
    const stored = isStore(creator)
      ? (await probe.records.inputFor(creator.operation, "new")).input
      : undefined;
    const path = { ...placed.path, ...stored?.path, ...Object.fromEntries(own) };
    const vary = (names: readonly string[]): CallInput => {
      const body = variedBody(probe, schema, names, placed.body, index);
      return { ...placed, path, ...(body !== undefined && { body }) };
    };
    const { record } = await probe.records.create(creator.operation, vary(known));
    if (record !== undefined) continue;
    // A service may refuse a time or a state that it does not give itself.
    const listed = known.filter((name) => isListed(memberSchemas(document, schema, name)));
    await probe.records.create(creator.operation, vary(listed));
  }
}

const isListed = (schemas: readonly JsonObject[]): boolean =>
  schemas.some((one) => member(one, "type") === "boolean" || "enum" in one);

function variedBody(
  probe: Probe,
  schema: Json | undefined,
  names: readonly string[],
  body: unknown,
  index: number,
): JsonObject | undefined {
  if (!isObject(body) || schema === undefined) return undefined;
  const { description } = probe.api;
  let varied: JsonObject = body;
  for (const [place, name] of names.entries()) {
    const turn = (place % 2 === 0 ? index + place : count - index + place) % count;
    const own = memberSchemas(description.model.document, schema, name);
    const candidates = valuesFor(own, turn).map((value) => ({ ...varied, [name]: value }));
    varied = candidates.find((one) => description.holds(schema, one)) ?? varied;
  }
  return varied;
}

/** Returns values of a member for one record, the likeliest first. */
function valuesFor(schemas: readonly JsonObject[], turn: number): Json[] {
  const first = (keyword: string): Json | undefined =>
    schemas.map((one) => member(one, keyword)).find((one) => one !== undefined);
  const listed = first("enum");
  if (Array.isArray(listed)) {
    const values = (listed as readonly Json[]).filter((one) => one !== null);
    return values.length === 0 ? [] : [values[turn % values.length] as Json];
  }
  const types = schemas.flatMap((one) => [member(one, "type") ?? []].flat());
  const least = Number(first("minimum") ?? 0);
  if (types.includes("boolean")) return [turn % 2 === 0];
  if (types.includes("integer") || types.includes("number"))
    return [least + (numbers[turn] ?? 0), least + turn, turn];
  if (types.includes("array")) {
    const items = first("items");
    return items === undefined || !isObject(items)
      ? []
      : valuesFor([items], turn).map((one) => [one]);
  }
  if (!types.includes("string")) return [];
  const format = first("format");
  const day = `2031-0${turn + 1}-1${turn}`;
  if (format === "date") return [day];
  if (format === "date-time") return [`${day}T10:00:00Z`];
  const text = texts[turn] ?? "";
  return format === undefined ? [text, text.toUpperCase(), text.slice(0, 3)] : [];
}
