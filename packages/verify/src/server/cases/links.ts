import type { CallInput } from "@openapi-packages/runtime/client";
import { escapePointerToken } from "@openapi-packages/runtime/internals";
import {
  isObject,
  member,
  valueAt,
  type Json,
  type JsonObject,
} from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { evaluated } from "../../expressions/runtime-expression.ts";
import { tagHeaderOf } from "../../records/entity-tag.ts";
import { isDestructive } from "../../records/destructive.ts";
import type { Case, CaseContext } from "../../run/case.ts";
import type { Probe } from "../../run/probe.ts";
import { isSuccess } from "./flows/flow.ts";

/** A link of a response to an operation (OpenAPI 3.1, Link Object). */
export interface Link {
  readonly name: string;
  readonly status: string;
  readonly target: VerifiedOperation;
  readonly link: JsonObject;
  /** JSON pointer of the link. */
  readonly pointer: string;
}

/** The statuses of bodies that are refused. */
const refusalsOfBodies = new Set([400, 413, 415, 422]);

/** Follows the links of successful responses. The linked operation must answer with a success. 2 requests. */
export function* linkCases({ api }: CaseContext): Generator<Case> {
  for (const operation of api.operations)
    for (const link of linksOf(api, operation))
      yield {
        id: `${operation.id}/link/${link.name}`,
        operations: [operation, link.target],
        aims: ["2XX"],
        run: (probe) => follow(probe, operation, link),
      };
}

/** Returns the links of an operation's successful responses to operations that the description has. */
export function linksOf(api: VerifiedApi, { model }: VerifiedOperation): Link[] {
  const { document } = api.description.model;
  return model.responses.flatMap(({ status }): Link[] => {
    const place = `${model.pointer}/responses/${status}`;
    const [response, own] = referenced(document, valueAt(document, place), place);
    const links = member(response, "links");
    if (!status.startsWith("2") || !isObject(links)) return [];
    return Object.entries(links).flatMap(([name, value]): Link[] => {
      const written = `${own}/links/${escapePointerToken(name)}`;
      const [link, pointer] = referenced(document, value, written);
      const target = isObject(link) ? targetOf(api, link) : undefined;
      return target === undefined || !isObject(link)
        ? []
        : [{ name, status, target, link, pointer }];
    });
  });
}

/** Resolves a reference, and returns the target with its place. */
function referenced(
  document: JsonObject,
  value: Json | undefined,
  pointer: string,
): [Json | undefined, string] {
  const reference = member(value, "$ref");
  if (typeof reference !== "string" || !reference.startsWith("#/")) return [value, pointer];
  return [valueAt(document, reference.slice(1)), reference.slice(1)];
}

function targetOf(
  api: VerifiedApi,
  { operationId, operationRef }: JsonObject,
): VerifiedOperation | undefined {
  if (typeof operationId === "string") return api.find(operationId);
  if (typeof operationRef !== "string" || !operationRef.startsWith("#/")) return undefined;
  return api.operations.find(({ model }) => model.pointer === operationRef.slice(1));
}

async function follow(probe: Probe, operation: VerifiedOperation, one: Link): Promise<void> {
  const isFresh = isDestructive(probe.api, operation);
  const { input } = await probe.records.inputFor(operation, isFresh);
  if (input === undefined) return;
  const { exchange, input: sent } =
    operation.model.method === "POST"
      ? await probe.records.create(operation, input)
      : { exchange: await probe.call(operation, input), input };
  if (String(exchange.response?.status) !== one.status) return;
  const values = evaluated(one.link["parameters"] ?? {}, { exchange, input: sent });
  const { input: rest } = await probe.records.inputFor(one.target, false);
  const linked = isObject(values) ? withParameters(one.target, rest ?? {}, values) : undefined;
  if (linked === undefined) return;
  const body = evaluated(one.link["requestBody"], { exchange, input: sent });
  const whole = body === undefined ? linked : { ...linked, body };
  const tag = tagHeaderOf(one.target) ?? "";
  const isTagged = isObject(values) && (tag in values || `header.${tag}` in values);
  // The tag in the input is that of another record.
  const tagged = isTagged ? whole : await probe.records.withCurrentTag(one.target, whole);
  const reached = await probe.call(one.target, tagged);
  probe.reportAll(reached);
  const status = reached.response?.status;
  if (status === undefined || isSuccess(reached) || status < 400) return;
  // A link says how to call its target. What conflicts may be the state of the record, or a name in the body.
  if (status === 409 || (status === 404 && isPutThere(probe.api, operation, one.target))) return;
  const later = body === undefined ? probe.records.withTimesAfter(one.target, tagged) : undefined;
  if (later !== undefined && isSuccess(await probe.call(one.target, later))) return;
  // What is refused may be the body, of which the link says nothing.
  if (body === undefined && tagged.body !== undefined && refusalsOfBodies.has(status)) return;
  const message = `its link ${one.name} leads to ${one.target.id}, which answers ${status}`;
  probe.report({ check: "link", message, pointer: one.pointer }, operation, [exchange, reached]);
}

/** True if a target reads what a PUT stores below the record that a link comes from: a title may have no cover yet. */
const isPutThere = (
  { operations }: VerifiedApi,
  { model: { path: above } }: VerifiedOperation,
  { model: { method, path } }: VerifiedOperation,
): boolean =>
  method === "GET" &&
  path.startsWith(`${above}/`) &&
  operations.some(({ model }) => model.method === "PUT" && model.path === path);

/** Returns an input with the values of a link; `undefined` if the answer does not contain them. */
export function withParameters(
  { model }: VerifiedOperation,
  input: CallInput,
  values: JsonObject,
): CallInput | undefined {
  const located = new Map<string, Record<string, unknown>>();
  for (const [given, value] of Object.entries(values)) {
    if (value === undefined) return undefined;
    const [, location, name = given] = /^(path|query|header|cookie)\.(.+)$/.exec(given) ?? [];
    const parameter = model.parameters.find(
      (one) => one.name === name && (location === undefined || one.in === location),
    );
    if (parameter === undefined) continue;
    const own = located.get(parameter.in) ?? { ...input[parameter.in] };
    own[name] = value;
    located.set(parameter.in, own);
  }
  return { ...input, ...Object.fromEntries(located) };
}
