import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/description";
import { operationsOn } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { valuesAt, withBodyKey, withValueAt } from "../../../records/places.ts";
import { recordIn } from "../../../records/record-keys.ts";
import { renewedInput, withNewReferences } from "../../../records/renewed.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { inputBelow } from "../flows/below.ts";
import { isDone, isSuccess, type Flow } from "../flows/flow.ts";
import { mostMade, type LimitRule } from "./limit-rules.ts";
import { readNumber } from "./setting-limits.ts";
import { isOfState } from "./rule-state.ts";

/** A record that a creation names, with the answer that shows it. */
interface Named {
  readonly by: FoundOperation;
  readonly exchange: Exchange;
}

/**
 * Creates as many records as there may be, and one more, which has to be refused and to change nothing of what it names: 1
 * request for each, 2 for what the last one names, and those for what they belong to.
 */
export async function limits(flow: Flow, rule: LimitRule): Promise<void> {
  const most = typeof rule.most === "number" ? rule.most : await readNumber(flow.probe, rule.most);
  if (most === undefined || most > mostMade) return;
  const inputs = inputsOf(flow, rule.scope, most);
  const { operation } = flow.resource.create;
  const made: Exchange[] = [];
  for (let count = 1; count <= most; count += 1) {
    const { value: input } = await inputs.next();
    if (input === undefined) return;
    const exchange = await flow.probe.call(operation, input);
    const record = recordIn(flow.probe.api, operation, exchange, input);
    if (record === undefined || !isDone(exchange)) return;
    const isCounted = isOfState(flow, { record, exchange, input }, rule.sentence);
    if (!isCounted) return;
    made.push(exchange);
  }
  const { value: last } = await inputs.next();
  if (last === undefined) return;
  const before = await named(flow, last);
  const exchange = await flow.probe.call(operation, last);
  const { status = 0 } = exchange.response ?? {};
  const said = `the description says ${JSON.stringify(rule.sentence)}`;
  if (isDone(exchange)) {
    report(flow, `takes ${most + 1} of them, and ${said}`, [...made.slice(-1), exchange]);
    return;
  }
  const after = status >= 400 && status < 500 && before && (await named(flow, last));
  if (!before || !after) return;
  const changed = changedIn(flow, before, after);
  if (changed !== undefined) {
    const message = `is refused with ${status}, and changes \`${changed}\` of the ${before.by.state.resource} that it names nevertheless`;
    report(flow, message, [before.exchange, exchange, after.exchange]);
  }
}

/** Yields inputs of the creation for one parent, or for one person and another record each time. */
async function* inputsOf(
  flow: Flow,
  scope: LimitRule["scope"],
  most: number,
): AsyncGenerator<CallInput, undefined> {
  const { probe, resource } = flow;
  const { operation } = resource.create;
  const { records, api } = probe;
  const { input: first } = await records.inputFor(operation, "new");
  if (first === undefined) return undefined;
  const base = await baseOf(flow, scope, first);
  if (base === undefined) return undefined;
  for (let count = 0; count <= most; count += 1) {
    const own =
      "parent" in scope
        ? (records.varied(operation, base, 411 + count) ?? base)
        : "named" in scope
          ? await besideNamed(flow, scope.named, base)
          : await renewedInput(api, records, operation, base, false);
    if (own === undefined) return undefined;
    yield withFreshKey(operation, own, `limit ${count}`);
  }
  return undefined;
}

/** Returns an input below a new parent, or of somebody who has nothing yet; `undefined` if there is none. */
async function baseOf(
  { probe: { records, api }, resource }: Flow,
  scope: LimitRule["scope"],
  first: CallInput,
): Promise<CallInput | undefined> {
  const { operation } = resource.create;
  if ("parent" in scope) {
    const read = operationsOn(api, scope.parent).find(({ state }) => state.kind === "read");
    const parent = await records.make(scope.parent);
    if (read === undefined || parent === undefined) return undefined;
    records.share(parent);
    return inputBelow(operation, first, read, parent);
  }
  if ("named" in scope) {
    const owner = await records.make(scope.resource);
    return (
      owner && withBodyKey(first, scope.named, valuesAt(first.body, [scope.named])[0], owner.key)
    );
  }
  const varied = records.varied(operation, first, 410);
  const isOther = scope.members.some(
    (name) => valuesAt(varied?.body, [name])[0] !== valuesAt(first.body, [name])[0],
  );
  return isOther ? varied : undefined;
}

/** Returns an input that names the same record in a member, and new ones in others. */
async function besideNamed(
  { probe: { records, api }, resource: { create } }: Flow,
  name: string,
  base: CallInput,
): Promise<CallInput | undefined> {
  const other = await withNewReferences(api, records, create.operation, base);
  const [key] = valuesAt(base.body, [name]);
  return other && { ...other, body: withValueAt(other.body, [name], key) };
}

/** Reads the record that an input names: the one above it, else the first one that its body names. */
async function named({ probe, resource }: Flow, input: CallInput): Promise<Named | undefined> {
  const { operation, state } = resource.create;
  const [inBody] = probe.records.referencesIn(operation, input.body);
  const above = state.path.findLast((one) => one.resource !== undefined);
  const key =
    inBody === undefined
      ? valuesAt(input.path, [above?.parameter ?? ""])[0]
      : valuesAt(input.body, inBody.pointer)[0];
  const name = inBody?.resource ?? above?.resource;
  const by = operationsOn(probe.api, name ?? "").find(
    (one) => one.state.kind === "read" && one.operation.model.method === "GET",
  );
  if (by === undefined || name === undefined || key === undefined) return undefined;
  const record: MadeRecord = {
    resource: name,
    key: String(key),
    path: { ...input.path },
    value: undefined,
  };
  const { input: asked } = await probe.records.inputFor(by.operation, record);
  const exchange = asked && (await probe.call(by.operation, asked));
  return exchange !== undefined && isSuccess(exchange) ? { by, exchange } : undefined;
}

/** Returns a member that differs between two answers, other than times, versions and the like. */
function changedIn(flow: Flow, before: Named, after: Named): string | undefined {
  const [old, now] = [before, after].map(({ by, exchange }) => flow.shown(by, exchange));
  if (!isObject(old) || !isObject(now)) return undefined;
  return Object.keys(now).find(
    (name) =>
      !/(?:at|on|time|date|version|revision|etag|seen|attempts?|count)$/i.test(name) &&
      !equal((old as JsonObject)[name], (now as JsonObject)[name]),
  );
}

function report({ probe, resource }: Flow, message: string, exchanges: readonly Exchange[]): void {
  const { operation } = resource.create;
  const { pointer } = operation.model;
  const problem = { check: "described-rule", message, pointer, about: "limit" } as const;
  probe.report(problem, operation, exchanges);
}
