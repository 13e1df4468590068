import type { CallInput } from "@openapi-packages/runtime/client";
import { isStore } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Probe } from "../../../run/probe.ts";

/** Returns an input with another key in its path, if the client chooses it there and lists are sorted or filtered by it. */
export function withVariedKey(
  { api, seed }: Probe,
  { operation, state }: FoundOperation,
  members: readonly string[],
  input: CallInput,
  text: string,
): CallInput {
  const { key } = api.description.mock.state?.resources[state.resource] ?? {};
  const name = state.path.at(-1)?.parameter;
  const described = operation.model.parameters.find(
    (one) => one.in === "path" && one.name === name,
  );
  const isMeant = isStore({ operation, state }) && key !== undefined && members.includes(key);
  const value = `${text}-${seed.toString(36)}`;
  if (!isMeant || name === undefined || !api.description.holds(described?.schema.json ?? {}, value))
    return input;
  return { ...input, path: { ...input.path, [name]: value } };
}
