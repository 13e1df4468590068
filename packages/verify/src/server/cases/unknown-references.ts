import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { creatorOf, effectOf } from "../../records/effects.ts";
import { withFreshKey } from "../../records/own-key.ts";
import { valuesAt, withValueAt } from "../../records/places.ts";
import type { Reference } from "../../records/references.ts";
import { bodyMedia } from "../../records/vary.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Probe } from "../../run/probe.ts";
import { memberSchemas } from "../../schema/members.ts";
import type { SucceedingInputs } from "../succeeding-inputs.ts";
import { isDone } from "./flows/flow.ts";
import { sentenceThatRefuses, statusOfUnknown } from "./said-of-references.ts";
import { neverStored, reportServerError } from "./unknown-keys.ts";

/** The most members of a body that are tried with unknown identifiers. */
const mostReferences = 2;

/**
 * Sends keys that nobody has in members that name records: they must not cause a server error, nor be taken where a
 * sentence says that they have to exist, or where the creation of the same record refuses them. 1 request for each, 1 of
 * the creation, with the key and without it, and those for the records.
 */
export async function unknownReferences(
  probe: Probe,
  inputs: SucceedingInputs,
  operation: VerifiedOperation,
): Promise<void> {
  const { input } = (await inputs.of(operation, probe)) ?? {};
  if (input === undefined) return;
  const creation = await creationOf(probe, inputs, operation);
  const own = probe.records.referencesIn(operation, input.body);
  const created = creation?.references.filter(
    ({ pointer }) => !own.some((one) => one.pointer.join("/") === pointer.join("/")),
  );
  for (const reference of [...own, ...(created ?? [])].slice(0, mostReferences)) {
    const { pointer } = reference;
    const body = bodyWithUnknown(probe.api, operation, input, pointer);
    if (body === undefined) continue;
    const request = withFreshKey(operation, { ...input, body }, "unknown");
    const exchange = await probe.call(operation, request);
    if (reportServerError(probe, operation, exchange, pointer.join("."))) continue;
    await checkStatus(probe, operation, reference, exchange, input);
    if (!isDone(exchange) || !isShown(exchange, body, pointer)) continue;
    const said = sentenceThatRefuses(probe.api, operation, reference);
    const name = pointer.join(".");
    if (said !== undefined) {
      const message = `takes a \`${name}\` that nobody has, and the description says ${JSON.stringify(said)}`;
      report(probe, operation, message, [exchange]);
    } else if (creation !== undefined && isObject(exchange.value)) {
      const refusal = await creation.refusalOf(pointer);
      if (refusal === undefined) continue;
      const { status } = refusal.response ?? {};
      const message = `takes a \`${name}\` that nobody has, which ${creation.operation.id} refuses with ${status}`;
      report(probe, operation, message, [refusal, exchange]);
    }
  }
}

/** Statuses by which a service may refuse the form of a key, before it looks for the record. */
const ofForm = [400, 422];

/**
 * Reports a refusal with another documented status than the one that a sentence gives to a missing record, unless the
 * request with a known key is refused in the same way. 1 request where the status is another one.
 */
async function checkStatus(
  probe: Probe,
  operation: VerifiedOperation,
  reference: Reference,
  exchange: Exchange,
  known: CallInput,
): Promise<void> {
  const { status = 0 } = exchange.response ?? {};
  if (![400, 404, 409, 410, 422].includes(status)) return;
  if (!operation.model.responses.some((one) => one.status === String(status))) return;
  const said = statusOfUnknown(probe.api, operation, reference);
  if (said === undefined || said.status === status) return;
  const [key] = valuesAt(exchange.input?.body, reference.pointer);
  if (ofForm.includes(status) && typeof key !== "number") return;
  const control = await probe.call(operation, withFreshKey(operation, known, "known"));
  if (control.response === undefined || control.response.status === status) return;
  const name = reference.pointer.join(".");
  const message = `answers ${status} to a \`${name}\` that nobody has, and should answer ${said.status}: the description says ${JSON.stringify(said.sentence)}`;
  const pointer = `${operation.model.pointer}/responses`;
  const problem = { check: "status", message, pointer, about: "reference" } as const;
  probe.report(problem, operation, [control, exchange]);
}

interface Creation {
  readonly operation: VerifiedOperation;
  readonly references: readonly Reference[];
  /** Sends the creation with an unknown key. Returns its refusal; `undefined` if it is taken, or refused without the key. */
  readonly refusalOf: (pointer: readonly string[]) => Promise<Exchange | undefined>;
}

/** Returns the creation of the records that an operation changes; `undefined` for other operations. */
async function creationOf(
  probe: Probe,
  inputs: SucceedingInputs,
  operation: VerifiedOperation,
): Promise<Creation | undefined> {
  const state = effectOf(probe.api, operation);
  if (state?.kind !== "update" && state?.kind !== "replace") return undefined;
  const creator = creatorOf(probe.api, state.resource)?.operation;
  if (creator === undefined || !probe.mayCall(creator)) return undefined;
  const { input } = (await inputs.renewed(creator, probe)) ?? {};
  if (input === undefined) return undefined;
  return {
    operation: creator,
    references: probe.records.referencesIn(creator, input.body),
    async refusalOf(pointer) {
      const body = bodyWithUnknown(probe.api, creator, input, pointer);
      if (body === undefined) return undefined;
      const call = async (own: CallInput): Promise<Exchange> =>
        probe.call(creator, withFreshKey(creator, own, "unknown"));
      const refusal = await call({ ...input, body });
      const { status = 0 } = refusal.response ?? {};
      if (![400, 404, 409, 422].includes(status)) return undefined;
      return isDone(await call(input)) ? refusal : undefined;
    },
  };
}

/** Returns the body with an unknown identifier at a place, if its schema allows one. */
function bodyWithUnknown(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  pointer: readonly string[],
): Json | undefined {
  const { kind, schema } = bodyMedia(operation, input) ?? {};
  const [name = ""] = pointer;
  if ((kind !== "json" && kind !== "form") || pointer.includes("*")) return undefined;
  const { document } = description.model;
  // An open object would take a member of any name.
  if (pointer.length > 1 || !isObject(input.body)) return undefined;
  if (memberSchemas(document, schema?.json, name).length === 0) return undefined;
  return neverStored
    .map((value) => withValueAt(input.body, pointer, value) as Json)
    .find((body) => description.holds(schema?.json ?? true, body));
}

/** True if an answer shows the key that was sent, or does not show the member at all. */
function isShown({ value }: Exchange, body: Json, pointer: readonly string[]): boolean {
  const [sent] = valuesAt(body, pointer);
  const shown = isObject(value) ? valuesAt(value, pointer) : [];
  return shown.length === 0 ? !isObject(value) : shown.every((one) => one === sent);
}

function report(
  probe: Probe,
  operation: VerifiedOperation,
  message: string,
  exchanges: readonly Exchange[],
): void {
  const problem = { check: "described-rule", message, about: "reference" } as const;
  probe.report({ ...problem, pointer: operation.model.pointer }, operation, exchanges);
}
