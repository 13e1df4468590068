import type { Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Case, CaseContext } from "../../run/case.ts";
import type { Probe } from "../../run/probe.ts";
import { isServerError, reportAnswer } from "../judge/refusal.ts";

/** Identifiers of common kinds that were never issued. */
const unknown: readonly Json[] = [
  "4f1d2c7a-9b3e-4c58-a6d0-71e2f8b5c394",
  "verify-no-such-record",
  "4f1d2c7a9b3ec58a6d071e2f",
  "zqxjkv",
  1_999_999_973,
  998_877,
];

/**
 * Calls each operation with an identifier in its path with an unknown one, which must not cause a server error.
 * One request each, and those for required records.
 */
export function* unknownRecordCases({ api }: CaseContext): Generator<Case> {
  for (const operation of api.operations) {
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
  const value = unknown.find(
    (one) => last !== undefined && description.holds(last.schema.json, one),
  );
  return last === undefined || value === undefined ? undefined : { name: last.name, value };
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
  const { status = 0 } = exchange.response ?? {};
  if (!isServerError(status)) return reportAnswer(probe, operation, exchange);
  const message = `answers ${status} to a ${name} that nobody has, which is the client's error`;
  const pointer = `${operation.model.pointer}/responses`;
  probe.report({ check: "server-error", message, pointer }, operation, [exchange]);
}
