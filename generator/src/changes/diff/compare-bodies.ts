import { canonicalText } from "@openapi-packages/description/json/json";
import type {
  MediaType,
  OperationResponse,
  Parameter,
} from "@openapi-packages/description/model/api-model";
import { typeKey, unknown } from "@openapi-packages/description/model/schema/schema";
import type { Direction } from "./change-kinds.ts";
import type { FoundChange } from "./change-types.ts";
import {
  joinedParts,
  operationChange,
  type ComparedParts,
  type SameOperation,
} from "./compared-parts.ts";
import { formOf } from "./compare-parameters.ts";

/**
 * Compares the request and response bodies of an operation.
 *
 * @param isReceived true for webhooks and callbacks: the API sends their requests, and its users read them
 */
export function compareBodies(same: SameOperation, isReceived: boolean): ComparedParts {
  const request = compareRequest(same, isReceived);
  const responses = compareResponses(same, isReceived);
  const all = joinedParts([request, responses]);
  // The verdicts of the other changes assume that callers send the request, which webhooks turn around.
  return isReceived ? { ...all, changes: [] } : all;
}

function compareRequest(same: SameOperation, isReceived: boolean): ComparedParts {
  const [before, after] = [same.base.requestBody, same.head.requestBody];
  const part = "input" as const;
  if (before === undefined || after === undefined) {
    if (before === after) return { changes: [], schemas: [] };
    const change =
      after === undefined
        ? operationChange(same, "request-body-removed", "it has no body any more", { part })
        : after.required
          ? operationChange(same, "required-request-body-added", "it needs a body now", { part })
          : operationChange(same, "request-body-added", "it may have a body", { part });
    return { changes: [change], schemas: [] };
  }
  const content = compareContent(same, before.content, after.content, {
    what: "request",
    part,
    label: `body of ${same.head.id}`,
    direction: isReceived ? "response" : "request",
  });
  const parts = joinedParts([
    content,
    compareDefaultMediaType(same, before.content, after.content),
  ]);
  if (before.required === after.required) return parts;
  const change = after.required
    ? operationChange(same, "request-body-became-required", "its body is required now", { part })
    : operationChange(same, "request-body-became-optional", "its body may be left out", { part });
  return { ...parts, changes: [change, ...parts.changes] };
}

/** Compares the first media type, which clients send by default: a caller that names none passes a body of its type. */
function compareDefaultMediaType(
  same: SameOperation,
  [earlier]: readonly MediaType[],
  after: readonly MediaType[],
): ComparedParts {
  const none = { changes: [], schemas: [] };
  const [later] = after;
  if (earlier === undefined || later === undefined) return none;
  const kept = after.find((one) => mediaTypeOf(one) === mediaTypeOf(earlier));
  if (kept === undefined || kept === later || bodyType(kept) === bodyType(later)) return none;
  const message = `its body is sent as ${later.mediaType} instead of ${earlier.mediaType} by default`;
  const places = { part: "input" as const, ...schemaPlaces(earlier, later) };
  const change = operationChange(same, "request-default-media-type-changed", message, places);
  return { changes: [change], schemas: [] };
}

/** Returns a text that is equal for bodies of the same TypeScript type. Differently named schemas are different types. */
function bodyType({ kind, stream, schema }: MediaType): string {
  if (kind === "binary") return kind;
  const isText = kind === "text" && stream === undefined;
  const type = typeKey(isText ? { kind: "string" } : (schema?.meaning ?? unknown));
  return stream === undefined ? type : `items of ${type}`;
}

function compareResponses(same: SameOperation, isReceived: boolean): ComparedParts {
  const documented = (all: readonly OperationResponse[]): Map<string, OperationResponse> =>
    new Map(all.filter((one) => !one.isUndocumented).map((one) => [one.status.toUpperCase(), one]));
  const [before, after] = [documented(same.base.responses), documented(same.head.responses)];
  const statuses = new Set([...before.keys(), ...after.keys()]);
  return joinedParts(
    [...statuses].map((status) =>
      compareStatus(same, before.get(status), after.get(status), isReceived),
    ),
  );
}

function compareStatus(
  same: SameOperation,
  before: OperationResponse | undefined,
  after: OperationResponse | undefined,
  isReceived: boolean,
): ComparedParts {
  const status = (after ?? before)?.status ?? "";
  const part = "result" as const;
  if (before === undefined || after === undefined) {
    const what = /^[123]/.test(status) ? "success" : "error";
    const code = `${what}-${before === undefined ? "added" : "removed"}` as const;
    const message = `status ${status} ${before === undefined ? "was added" : "is gone"}`;
    return { changes: [operationChange(same, code, message, { part })], schemas: [] };
  }
  return joinedParts([
    compareContent(same, before.content, after.content, {
      what: "response",
      part,
      label: `${status} of ${same.head.id}`,
      direction: isReceived ? "request" : "response",
    }),
    compareHeaders(same, before, after),
  ]);
}

/** Describes the content that is compared. */
interface ContentSide {
  readonly what: Direction;
  readonly part: "input" | "result";
  readonly label: string;
  readonly direction: Direction;
}

function compareContent(
  same: SameOperation,
  before: readonly MediaType[],
  after: readonly MediaType[],
  side: ContentSide,
): ComparedParts {
  const byType = (all: readonly MediaType[]): Map<string, MediaType> =>
    new Map(all.map((one) => [mediaTypeOf(one), one]));
  const [inBase, inHead] = [byType(before), byType(after)];
  const types = new Set([...inBase.keys(), ...inHead.keys()]);
  const { what, part, label } = side;
  const [only, later] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1 && only && later && isReplaced(only, later)) {
    const message = `the ${label} is ${later.mediaType} instead of ${only.mediaType}`;
    const code = `${what}-media-type-replaced` as const;
    const replaced = operationChange(same, code, message, { part, ...schemaPlaces(only, later) });
    return joinedParts([
      { changes: [replaced], schemas: [] },
      compareMedia(same, only, later, side),
    ]);
  }
  return joinedParts(
    [...types].map((type): ComparedParts => {
      const [base, head] = [inBase.get(type), inHead.get(type)];
      if (base !== undefined && head !== undefined) return compareMedia(same, base, head, side);
      const isAdded = base === undefined;
      const message = `the ${label} ${isAdded ? "may be" : "is no"} ${type}${isAdded ? "" : " any more"}`;
      const code = isAdded
        ? addedCode(what, before.length)
        : (`${what}-media-type-removed` as const);
      const places = { ...schemaPlaces(base, head), part };
      return { changes: [operationChange(same, code, message, places)], schemas: [] };
    }),
  );
}

const mediaTypeOf = ({ mediaType }: MediaType): string =>
  mediaType.toLowerCase().replaceAll(" ", "");

/** True if two media types differ only in name. Generated code names a media type only where there are several. */
function isReplaced(base: MediaType, head: MediaType): boolean {
  return (
    mediaTypeOf(base) !== mediaTypeOf(head) &&
    base.kind === head.kind &&
    base.stream === head.stream &&
    (base.schema === undefined) === (head.schema === undefined)
  );
}

/** The pointers of the schemas of two media types; a side without a schema has none. */
function schemaPlaces(
  base: MediaType | undefined,
  head: MediaType | undefined,
): { readonly base?: string; readonly head?: string } {
  return {
    ...(base?.schema && { base: base.schema.pointer }),
    ...(head?.schema && { head: head.schema.pointer }),
  };
}

/** A first media type makes handlers return a body, and a second one makes them name its media type. */
function addedCode(what: Direction, earlier: number): FoundChange["code"] {
  if (what === "request") return "request-media-type-added";
  if (earlier === 0) return "response-body-added";
  return earlier === 1 ? "second-response-media-type-added" : "response-media-type-added";
}

function compareMedia(
  same: SameOperation,
  base: MediaType,
  head: MediaType,
  { what, part, label, direction }: ContentSide,
): ComparedParts {
  const changes: FoundChange[] = [];
  const places = {
    part,
    base: base.schema?.pointer ?? same.base.pointer,
    head: head.schema?.pointer ?? same.head.pointer,
  };
  const streamOf = ({ kind, stream, item, jsonEvents, ends }: MediaType): string =>
    canonicalText({ kind, stream, item, jsonEvents: jsonEvents ?? false, ends });
  if (streamOf(base) !== streamOf(head))
    changes.push(
      operationChange(same, "stream-changed", `the ${label} is read in another way`, places),
    );
  const encodingOf = ({ encoding, prefixEncoding, itemEncoding }: MediaType): string =>
    canonicalText({ encoding: encoding ?? {}, prefixEncoding, itemEncoding });
  if (encodingOf(base) !== encodingOf(head)) {
    const message = `the ${label} encodes its parts in another way`;
    changes.push(operationChange(same, `${what}-encoding-changed`, message, places));
  }
  const pair = {
    base: base.schema === undefined ? [] : [base.schema],
    head: head.schema === undefined ? [] : [head.schema],
    label,
  };
  return { changes, schemas: [{ pair, direction, operation: same.pair }] };
}

function compareHeaders(
  same: SameOperation,
  before: OperationResponse,
  after: OperationResponse,
): ComparedParts {
  const byName = (all: readonly Parameter[]): Map<string, Parameter> =>
    new Map(all.map((one) => [one.name.toLowerCase(), one]));
  const [inBase, inHead] = [byName(before.headers), byName(after.headers)];
  const names = new Set([...inBase.keys(), ...inHead.keys()]);
  return joinedParts(
    [...names].map((name) =>
      compareHeader(same, inBase.get(name), inHead.get(name), `header ${name} of ${after.status}`),
    ),
  );
}

function compareHeader(
  same: SameOperation,
  base: Parameter | undefined,
  head: Parameter | undefined,
  label: string,
): ComparedParts {
  const pointers = Object.entries({ base, head }).flatMap(([side, header]) =>
    header === undefined ? [] : [[side, header.schema.pointer] as const],
  );
  const places = { ...Object.fromEntries(pointers), part: "result" as const };
  const headerChange = (code: FoundChange["code"], message: string): FoundChange =>
    operationChange(same, code, `${label} ${message}`, places);
  if (base === undefined || head === undefined) {
    const required = (head ?? base)?.required === true ? "required-" : "";
    const change = base === undefined ? "added" : "removed";
    const message = base === undefined ? "was added" : "is gone";
    return { changes: [headerChange(`${required}header-${change}`, message)], schemas: [] };
  }
  const changes: FoundChange[] = [];
  if (base.name !== head.name)
    changes.push(headerChange("header-renamed", `is written ${head.name} instead of ${base.name}`));
  if (base.required !== head.required)
    changes.push(
      head.required
        ? headerChange("header-became-required", "is always there now")
        : headerChange("header-became-optional", "may be missing now"),
    );
  if (formOf(base) !== formOf(head))
    changes.push(headerChange("parameter-serialized-otherwise", `is sent as ${formOf(head)}`));
  const pair = { base: [base.schema], head: [head.schema], label: `${label} of ${same.head.id}` };
  return { changes, schemas: [{ pair, direction: "response", operation: same.pair }] };
}
