import { allowedTypes, member } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { isServerError } from "../../judge/refusal.ts";
import { withChange } from "../../places/change-input.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { placeId, placeText, type InputPlace } from "../../places/input-places.ts";
import type { ServerContext } from "../../server-context.ts";

/** Quotes, an expression that is not closed, and what SQL and LIKE read. */
const special = `'"([{*\\%;`;

/** A percent sign that encodes nothing, which a service that decodes a path twice fails to decode. */
const percent = "100%-verify";

/** The most parameters of one operation. */
const mostParameters = 8;

/** Keywords that give a text a meaning beyond its characters. */
const meaning = ["enum", "const", "format", "pattern"];

/**
 * Sends characters that mean something in queries of databases and in regular expressions, in each parameter of a
 * query, or header, that is a free text, and a percent sign in keys of paths: 1 request each, which must not fail in the server.
 */
export function* specialCharacterCases(
  context: ServerContext,
  operation: VerifiedOperation,
  places: readonly InputPlace[],
): Generator<Case> {
  const free = places.filter((place) => place.tokens.length === 1 && isFree(operation, place));
  for (const place of free.slice(0, mostParameters))
    yield {
      id: `${operation.id}/bounds/${placeId(place)}/special-characters`,
      operations: [operation],
      run: (probe) => sendSpecial(context, probe, operation, place),
    };
}

function isFree({ model }: VerifiedOperation, { in: location, tokens, schemas }: InputPlace) {
  const isText = allowedTypes(schemas)?.has("string") === true;
  const has = (keyword: string): boolean =>
    schemas.some(({ json }) => member(json, keyword) !== undefined);
  if (!isText || meaning.some(has)) return false;
  const parameter = model.parameters.find((one) => one.in === location && one.name === tokens[0]);
  return (
    location === "query" ||
    (location === "path" && model.method === "GET" && model.path.endsWith(`{${tokens[0]}}`)) ||
    (location === "header" &&
      /\b(free|text|comment|note|reason)/i.test(parameter?.description ?? ""))
  );
}

async function sendSpecial(
  { checker, inputs }: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
  place: InputPlace,
): Promise<void> {
  const isKey = place.in === "path";
  const sent = isKey ? percent : special;
  // Nothing has the key, so that the input need not be one that succeeds.
  const base = await (isKey
    ? probe.records.inputFor(operation, false)
    : inputs.of(operation, probe));
  if (base?.input === undefined) return;
  const changed = withChange(base.input, place, sent);
  const input = withOwnKey(operation, changed, `verify-${operation.id}-${placeId(place)}`);
  const request = await probe.write(operation, input);
  if (request === undefined || !(await checker.check(operation, request)).isTaken) return;
  const exchange = await probe.send(operation, request, input);
  const { status } = exchange.response ?? {};
  if (status !== undefined && !isServerError(status)) return;
  const check = status === undefined ? "no-answer" : "server-error";
  const answer = status === undefined ? "does not answer" : `answers ${status}`;
  const message = `${answer} to ${sent} as ${placeText(place)}, which its schema allows`;
  const pointer = place.schemas[0]?.pointer ?? operation.model.pointer;
  probe.report({ check, message, pointer }, operation, [exchange]);
}
