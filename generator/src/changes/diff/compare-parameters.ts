import { templateNames } from "@openapi-packages/description/load/openapi/operation-places";
import type { Parameter } from "@openapi-packages/description/model/api-model";
import type { FoundChange } from "./change-types.ts";
import {
  joinedParts,
  operationChange,
  type ComparedParts,
  type SameOperation,
} from "./compared-parts.ts";

/**
 * Compares the parameters of an operation. Path parameters are paired by their position in the path, others by name or
 * by the later one's `x-renamed-from`.
 */
export function compareParameters(same: SameOperation): ComparedParts {
  const { base, head } = same;
  const inBase = new Map(base.parameters.map((one) => [keyOf(one, base.path), one]));
  const inHead = new Map(
    head.parameters.map((one) => [earlierKey(one, same, inBase) ?? keyOf(one, head.path), one]),
  );
  const keys = new Set([...inBase.keys(), ...inHead.keys()]);
  return joinedParts(
    [...keys].map((key) => compareParameter(same, inBase.get(key), inHead.get(key))),
  );
}

/** The key that pairs parameters. Names of headers are case-insensitive (RFC 9110, section 5.1). */
function keyOf({ in: location, name }: Parameter, path: string): string {
  if (location === "path") return `path ${[...templateNames(path)].indexOf(name)}`;
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}

/** The key of the earlier parameter that `x-renamed-from` names; `undefined` if the parameter was not renamed. */
function earlierKey(
  parameter: Parameter,
  { head }: SameOperation,
  inBase: ReadonlyMap<string, Parameter>,
): string | undefined {
  if (parameter.in === "path" || inBase.has(keyOf(parameter, head.path))) return undefined;
  const names = new Set(head.parameters.map((one) => keyOf(one, head.path)));
  return parameter.renamedFrom
    .map((name) => keyOf({ ...parameter, name }, head.path))
    .find((key) => inBase.has(key) && !names.has(key));
}

function compareParameter(
  same: SameOperation,
  base: Parameter | undefined,
  head: Parameter | undefined,
): ComparedParts {
  const one = head ?? base;
  const label = `${one?.in} parameter ${one?.name}`;
  const places = { base: placeOf(base), head: placeOf(head), part: "input" as const };
  const parameterChange = (code: FoundChange["code"], message: string): FoundChange =>
    operationChange(same, code, `${label} ${message}`, places);
  if (base === undefined || head === undefined) {
    if (base !== undefined)
      return { changes: [parameterChange("parameter-removed", "is gone")], schemas: [] };
    const added = head?.required
      ? parameterChange("required-parameter-added", "was added and is required")
      : parameterChange("parameter-added", "was added");
    return { changes: [added], schemas: [] };
  }
  const schemas = [
    {
      pair: {
        base: [base.schema],
        head: [head.schema],
        label: `${label} of ${same.head.id}`,
      },
      direction: "request" as const,
      operation: same.pair,
    },
  ];
  return { changes: compareFields(base, head, parameterChange), schemas };
}

type CreateChange = (code: FoundChange["code"], message: string) => FoundChange;

function compareFields(
  base: Parameter,
  head: Parameter,
  parameterChange: CreateChange,
): FoundChange[] {
  const changes: FoundChange[] = [];
  if (base.name !== head.name) {
    const renamed = { from: base.name, to: head.name };
    changes.push({
      ...parameterChange(renameCode(base, head), `was called ${base.name}`),
      renamed,
    });
  }
  if (base.required !== head.required)
    changes.push(
      head.required
        ? parameterChange("parameter-became-required", "is required now")
        : parameterChange("parameter-became-optional", "is not required any more"),
    );
  const [before, after] = [formOf(base), formOf(head)];
  if (before !== after)
    changes.push(
      parameterChange("parameter-serialized-otherwise", `is sent as ${after} instead of ${before}`),
    );
  if (base.allowReserved !== head.allowReserved)
    changes.push(
      parameterChange("parameter-encoded-otherwise", `has allowReserved ${head.allowReserved}`),
    );
  if (base.allowEmptyValue && !head.allowEmptyValue)
    changes.push(parameterChange("parameter-empty-refused", "may not be empty any more"));
  if (!base.allowEmptyValue && head.allowEmptyValue)
    changes.push(parameterChange("parameter-empty-allowed", "may be empty"));
  if (!base.deprecated && head.deprecated)
    changes.push(parameterChange("parameter-deprecated", "is deprecated"));
  return changes;
}

/** Requests keep their form if a header only changes its capitals, or if a path parameter is renamed. */
function renameCode(base: Parameter, head: Parameter): FoundChange["code"] {
  const isWritten = head.in !== "path" && base.name.toLowerCase() !== head.name.toLowerCase();
  return isWritten ? "parameter-renamed-on-the-wire" : "parameter-renamed";
}

/** Describes how a parameter is serialized, with defaults filled in (OpenAPI 3.1, Parameter Object, `style` and `explode`). */
export function formOf(parameter: Parameter): string {
  const { in: location, content, multiSegment } = parameter;
  if (content !== undefined) return content;
  const isForm = location === "query" || location === "cookie";
  const style = parameter.style ?? (isForm ? "form" : "simple");
  const explode = parameter.explode ?? style === "form";
  return `${style}${explode ? ", exploded" : ""}${multiSegment ? ", in several segments" : ""}`;
}

/** The pointer of a parameter: that of its schema, without `/schema` or `/content/…/schema`. */
function placeOf(parameter: Parameter | undefined): string | undefined {
  return parameter?.schema.pointer.replace(/(?:\/content\/[^/]*)?\/schema$/, "");
}
