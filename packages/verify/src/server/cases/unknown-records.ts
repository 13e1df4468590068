import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { withValueAt } from "../../records/places.ts";
import { bodyMedia } from "../../records/vary.ts";
import type { Case, CaseContext } from "../../run/case.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Probe } from "../../run/probe.ts";
import { SucceedingInputs } from "../succeeding-inputs.ts";
import { isServerError, reportAnswer } from "../judge/refusal.ts";
import { isDone } from "./flows/flow.ts";
import { refusesMissing } from "./said-of-missing.ts";

/** Identifiers of common kinds that were never issued. */
const unknown: readonly Json[] = [
  "4f1d2c7a-9b3e-4c58-a6d0-71e2f8b5c394",
  "verify-no-such-record",
  "4f1d2c7a9b3ec58a6d071e2f",
  "zqxjkv",
  1_999_999_973,
  998_877,
];

/** Others for deletions: PUT may have created a record under one of those above. */
const neverStored: readonly Json[] = [
  "d3b07384-d9a0-4c9b-8f27-5a1e6c40b9f2",
  "verify-was-never-stored",
  "d3b07384d9a04c9b8f275a1e",
  "wqvjxz",
  1_999_999_943,
  998_861,
];

/** The most members of a body that are tried with unknown identifiers. */
const mostReferences = 2;

/**
 * Calls each operation with an unknown identifier in its path, and with unknown ones in the members of its body
 * that name records, which must not cause a server error, nor be deleted where that is said to be answered by 404. One
 * request each, and those for required records.
 */
export function* unknownRecordCases({ api }: CaseContext): Generator<Case> {
  const inputs = new SucceedingInputs();
  for (const operation of api.operations) {
    if (operation.model.requestBody !== undefined)
      yield {
        id: `${operation.id}/unknown/body`,
        operations: [operation],
        run: (probe) => runUnknownReferences(probe, inputs, operation),
      };
    const place = unknownPlace(api, operation);
    if (place === undefined) continue;
    yield {
      id: `${operation.id}/unknown/${place.name}`,
      operations: [operation],
      aims: ["404"],
      run: (probe) => runUnknown(probe, operation, place),
    };
  }
}

interface UnknownPlace {
  readonly name: string;
  readonly value: Json;
}

/** Returns the last identifier of a path, if its schema allows unknown ones. */
function unknownPlace(
  { description }: VerifiedApi,
  { model }: VerifiedOperation,
): UnknownPlace | undefined {
  const names = [...model.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  const last = model.parameters.find((one) => one.in === "path" && one.name === names.at(-1));
  const example = last?.example;
  const isDelete = model.method === "DELETE";
  const digits = isDelete ? "776655443322119988" : "998877665544332211";
  const like = typeof example === "string" ? unknownLike(example, digits) : [];
  const values = [...(isDelete ? neverStored : unknown), ...like];
  const value = values.find(
    (one) => last !== undefined && description.holds(last.schema.json, one),
  );
  return last === undefined || value === undefined ? undefined : { name: last.name, value };
}

/** Returns identifiers that are written like another one, such as `p-998877` for `p-4`. */
function unknownLike(known: string, digits: string): readonly string[] {
  const ofLength = known.replaceAll(/\d+/g, (own) => digits.slice(0, own.length));
  const letters = ofLength.replaceAll(/[a-f]/g, "e").replaceAll(/[A-F]/g, "E");
  return [known.replace(/\d+(?=\D*$)/, digits.slice(0, 6)), ofLength, letters].filter(
    (one) => one !== known,
  );
}

async function runUnknown(
  probe: Probe,
  operation: VerifiedOperation,
  { name, value }: UnknownPlace,
): Promise<void> {
  const { input } = await probe.records.inputFor(operation, false);
  if (input === undefined) return;
  const exchange = await probe.call(operation, {
    ...input,
    path: { ...input.path, [name]: value },
  });
  if (reportServerError(probe, operation, exchange, name)) return;
  if (
    operation.model.method === "DELETE" &&
    isDone(exchange) &&
    refusesMissing(probe.api, operation)
  ) {
    const message = `answers ${exchange.response?.status} to a ${name} that nobody has, and should answer 404`;
    const pointer = `${operation.model.pointer}/responses/404`;
    probe.report({ check: "status", message, pointer }, operation, [exchange]);
  }
  reportAnswer(probe, operation, exchange);
}

async function runUnknownReferences(
  probe: Probe,
  inputs: SucceedingInputs,
  operation: VerifiedOperation,
): Promise<void> {
  const { input } = (await inputs.of(operation, probe)) ?? {};
  if (input === undefined) return;
  const references = probe.records.referencesIn(operation, input.body);
  for (const { pointer } of references.slice(0, mostReferences)) {
    const body = bodyWithUnknown(probe.api, operation, input, pointer);
    if (body === undefined) continue;
    const exchange = await probe.call(operation, { ...input, body });
    reportServerError(probe, operation, exchange, pointer.join("."));
  }
}

/** Returns the body with an unknown identifier at a place, if its schema allows one. */
function bodyWithUnknown(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  pointer: readonly string[],
): Json | undefined {
  const { kind, schema } = bodyMedia(operation, input) ?? {};
  if ((kind !== "json" && kind !== "form") || pointer.includes("*")) return undefined;
  return unknown
    .map((value) => withValueAt(input.body, pointer, value) as Json)
    .find((body) => description.holds(schema?.json ?? true, body));
}

/** Reports a server error for an identifier that nobody has. Returns false if there is none. */
function reportServerError(
  probe: Probe,
  operation: VerifiedOperation,
  exchange: Exchange,
  name: string,
): boolean {
  const { status = 0 } = exchange.response ?? {};
  if (!isServerError(status)) return false;
  const message = `answers ${status} to a ${name} that nobody has, which is the client's error`;
  const pointer = `${operation.model.pointer}/responses`;
  probe.report({ check: "server-error", message, pointer }, operation, [exchange]);
  return true;
}
