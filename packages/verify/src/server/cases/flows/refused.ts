import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import { member, type Json } from "@openapi-packages/description";
import { bodyMedia } from "../../../records/vary.ts";
import { applicableSchemas } from "../../../schema/members.ts";
import { differences } from "./differences.ts";
import type { Flow } from "./flow.ts";

/** Checks that a refused creation leaves no record behind: 3 requests. */
export async function refused(flow: Flow): Promise<void> {
  const { create, list } = flow.resource;
  const { records } = flow.probe;
  const { operation } = create;
  const { input } = await records.inputFor(operation, "new");
  const whole = input === undefined ? undefined : flow.varied(create, input);
  const broken = whole === undefined ? undefined : brokenInput(flow, whole);
  if (list === undefined || broken === undefined) return;
  const { body: sent } = broken;
  const place = {
    resource: create.state.resource,
    key: "",
    path: { ...broken.path },
    value: undefined,
    sent,
  };
  const before = await flow.list(place);
  if (before === undefined || !before.isWhole) return;
  const refusal = await flow.probe.call(operation, broken);
  const { status = 0 } = refusal.response ?? {};
  // If it is accepted, the cases of invalid requests report it.
  if (status < 400 || status === 429) return;
  const after = await flow.list(place);
  const known = new Set(before.items.map((item) => flow.keyOf(item)));
  const left = (after?.items ?? []).filter((item) => !known.has(flow.keyOf(item)));
  // Others may create records in the meantime: this one contains the sent values.
  const own = left.find((item) => isOf(flow, broken, item));
  if (own !== undefined)
    flow.report("failed-create", create, `answers ${status}, and leaves a record behind`, [
      ...before.exchanges,
      refusal,
      ...(after?.exchanges ?? []),
    ]);
}

/** Removes a required member from the body; `undefined` if there is none. */
function brokenInput(flow: Flow, input: CallInput): CallInput | undefined {
  const { operation } = flow.resource.create;
  const { description } = flow.probe.api;
  const media = bodyMedia(operation, input);
  const schema = media?.kind === "json" ? media.schema?.json : undefined;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return undefined;
  const required = applicableSchemas(description.model.document, schema).flatMap((one) => {
    const names = member(one, "required");
    return Array.isArray(names) ? names.map(String) : [];
  });
  // The remaining members must identify the record.
  const candidates = required
    .toReversed()
    .filter((name) => name in body)
    .map((name) => Object.fromEntries(Object.entries(body).filter(([own]) => own !== name)));
  const found = candidates.find((one) => !description.holds(schema, one as Json));
  return found === undefined ? undefined : { ...input, body: found };
}

/** True if a record contains the sent values, as far as they are comparable. */
function isOf(flow: Flow, { body }: CallInput, item: unknown): boolean {
  if (!isObject(body) || !isObject(item)) return false;
  const common = Object.keys(body).filter((name) => Object.hasOwn(item, name));
  if (common.length === 0) return Object.keys(body).length === 0;
  const properties = Object.fromEntries(common.map((name) => [name, true]));
  const schema = { type: "object", properties } as unknown as Json;
  return (
    differences(body, item, {
      document: flow.probe.api.description.model.document,
      written: schema,
      shown: schema,
      holds: () => true,
      ignored: new Set(),
    }).length === 0
  );
}
