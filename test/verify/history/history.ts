import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckName } from "@openapi-packages/verify";
import { parse, stringify } from "yaml";

/** A typical change of a description, and what it does to the calls of clients. */
export interface Change {
  readonly name: string;
  /** The description after it. */
  readonly head: string;
  /** What clients of the earlier revision run into. */
  readonly backward: readonly CheckName[];
  /** What clients of the later revision run into at the earlier one's server. */
  readonly forward: readonly CheckName[];
}

/** The description before each change. */
export const base: string = readFileSync(join(import.meta.dirname, "base.yaml"), "utf8");

/** The text with a part of it replaced. */
function edited(from: string, to: string): string {
  if (!base.includes(from)) throw new Error(`the description has no ${from}`);
  return base.replace(from, to);
}

/** The description with the members of every object in reverse order. */
function reordered(): string {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, one]) => [name, reversed(one)]);
    return Object.fromEntries(entries.toReversed());
  };
  return stringify(reversed(parse(base)));
}

const answer = ["incompatible-answer"] as const;
const request = ["incompatible-request"] as const;
const operation = ["incompatible-operation"] as const;

/** Thirteen changes that clients notice or may use, and two that change nothing. */
export const history: readonly Change[] = [
  {
    name: "optional member added to an answer",
    head: edited(
      "note: { type: string }\n",
      "note: { type: string }\n        carrier: { type: string }\n",
    ),
    backward: [],
    forward: [],
  },
  {
    name: "required member removed from an answer",
    head: edited("required: [id, item, status]", "required: [id, status]").replace(
      "        item: { type: string }\n",
      "",
    ),
    backward: answer,
    forward: [],
  },
  {
    name: "member of a request made required",
    head: edited("required: [item]", "required: [item, count]"),
    backward: request,
    forward: [],
  },
  {
    name: "optional parameter added",
    head: edited(
      "        - { name: status,",
      "        - { name: sort, in: query, schema: { type: string } }\n        - { name: status,",
    ),
    backward: [],
    forward: [],
  },
  {
    name: "path renamed",
    head: edited("/orders/{orderId}:", "/purchases/{orderId}:"),
    backward: operation,
    forward: operation,
  },
  {
    name: "value added to the enum of an answer",
    head: edited(
      "status: { type: string, enum: [open, paid, sent] }\n        note",
      "status: { type: string, enum: [open, paid, sent, lost] }\n        note",
    ),
    backward: answer,
    forward: [],
  },
  {
    name: "value removed from the enum of a request",
    head: edited("enum: [post, courier, pickup]", "enum: [post, courier]"),
    backward: request,
    forward: [],
  },
  {
    name: "type of a member of an answer changed",
    head: edited("        count: { type: integer }\n", "        count: { type: string }\n"),
    backward: answer,
    forward: answer,
  },
  {
    name: "maxLength of a request tightened",
    head: edited("maxLength: 100 }\n", "maxLength: 50 }\n"),
    backward: request,
    forward: [],
  },
  {
    name: "status 200 changed to 201",
    head: edited(
      'responses:\n        "200":\n          description: The order.',
      'responses:\n        "201":\n          description: The order.',
    ),
    backward: answer,
    forward: answer,
  },
  {
    name: "status 409 added",
    head: edited(
      'schemas/NewOrder" } } }\n      responses:\n',
      'schemas/NewOrder" } } }\n      responses:\n        "409": { $ref: "#/components/responses/Refused" }\n',
    ),
    backward: [],
    forward: [],
  },
  {
    name: "member of an answer made nullable",
    head: edited("note: { type: string }\n", "note: { type: [string, 'null'] }\n"),
    backward: answer,
    forward: [],
  },
  {
    name: "security added",
    head: edited(
      "operationId: CreateOrder",
      "security: [{ bearer: [] }]\n      operationId: CreateOrder",
    ),
    backward: request,
    forward: [],
  },
  { name: "members put into another order", head: reordered(), backward: [], forward: [] },
  {
    name: "schema split by allOf",
    head: edited(
      "    Order:\n      type: object\n      required: [id, item, status]\n      properties:\n        id: { type: string }\n",
      "    Identified:\n      type: object\n      required: [id]\n      properties: { id: { type: string } }\n    Order:\n      allOf: [{ $ref: '#/components/schemas/Identified' }]\n      type: object\n      required: [item, status]\n      properties:\n",
    ),
    backward: [],
    forward: [],
  },
];
