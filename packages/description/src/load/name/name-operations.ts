import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Correction } from "../../diagnostics/correction.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import {
  fileName,
  methodName,
  operationTypeName,
  schemaTypeName,
  typeName,
  variableName,
} from "../../names/names.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { distinctNames, type NameClaim, type NameHolder } from "./distinct-names.ts";
import { given, NameReport } from "./given-names.ts";
import { nameGivenBy, type OperationName } from "./operation-name.ts";
import {
  objectMember,
  pointerParts,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import {
  callbackOperations,
  pathOperations,
  webhookOperations,
  type OperationPlace,
} from "../openapi/operation-places.ts";

interface OperationClaim extends NameClaim {
  readonly operation: OperationPlace;
  /** The operation with the same operationId that was found first; `undefined` if there is none. */
  readonly first: OperationPlace | undefined;
  /** Its own operationId, unless another operation already has it. */
  readonly own: string | undefined;
  /** True if the user's `operationName` made the name. */
  readonly isMade: boolean;
  /** True if a missing operationId is reported. */
  readonly isReported: boolean;
}

/** What naming has found. */
interface NamedOperations {
  readonly diagnostics: readonly Diagnostic[];
  /** The operationIds to write, so that names in code stay when paths change. */
  readonly corrections: readonly Correction[];
}

/**
 * Gives each operation an operationId of its own (OpenAPI 3.1, section 4.8.10: it MUST be unique) and a
 * distinct name in code. A repeated operationId is replaced by one made of method and path. A name in code
 * that collides with another gets a number, as `x-name`. Both are written into the document, for all later
 * stages.
 *
 * @param operationName names the operations that have no `x-name`
 * @returns a warning for each operation with a name that its author may not expect, and an error for each
 * given name that is invalid
 */
export function nameOperations(bundle: Bundle, operationName?: OperationName): NamedOperations {
  const { value } = bundle;
  const namer = new OperationNamer(bundle, operationName);
  const operations = pathOperations(value);
  // This must come first: naming writes operationIds.
  const unnamed = operationName === undefined ? unnamedOperations(bundle, operations) : [];
  namer.name([...operations, ...webhookOperations(value)], new Set(operations));
  // The names of callbacks depend on those of their operations.
  namer.name(callbackOperations(value));
  return {
    diagnostics: [...unnamed, ...namer.report.diagnostics],
    corrections: operationName === undefined ? namer.corrections : [],
  };
}

/** Returns a diagnostic for all operations without an operationId, at the first of them. */
function unnamedOperations(bundle: Bundle, operations: readonly OperationPlace[]): Diagnostic[] {
  const unnamed = operations.filter(
    ({ place: { node } }) => !stringMember(node, "operationId") && !stringMember(node, "x-name"),
  );
  const [first] = unnamed;
  if (first === undefined) return [];
  const { path, method, place } = first;
  const one = `${method} ${path} has no operationId, so its name comes from its method and path`;
  const some = `${unnamed.length} operations, first of them ${method} ${path}, have no operationId, so their names come from their methods and paths`;
  return [
    {
      severity: severityOf("operation-id-missing"),
      code: "operation-id-missing",
      message: unnamed.length === 1 ? one : some,
      location: bundle.locate(place.pointer),
      hint: "give each an operationId, so that its name stays when its path changes",
    },
  ];
}

class OperationNamer {
  readonly report: NameReport;
  readonly corrections: Correction[] = [];
  readonly #locate: Bundle["locate"];
  readonly #document: JsonObject;
  readonly #operationName: OperationName | undefined;
  readonly #schemaTypes: ReadonlySet<string>;
  readonly #taken = new Map<string, NameHolder>();
  readonly #ids = new Map<string, OperationPlace>();

  constructor(bundle: Bundle, operationName: OperationName | undefined) {
    this.#operationName = operationName;
    this.report = new NameReport(bundle);
    this.#document = bundle.value;
    this.#locate = (pointer) => bundle.locate(pointer);
    const schemas = objectMember(objectMember(bundle.value, "components"), "schemas") ?? {};
    this.#schemaTypes = new Set(Object.keys(schemas).map(schemaTypeName));
    for (const name of Object.keys(schemas)) {
      const key = `contract ${schemaTypeName(name)}`;
      this.#taken.set(key, { what: `schema ${name}`, pointer: "/components/schemas" });
    }
  }

  /**
   * Names operations. Those that were named before keep their names.
   *
   * @param reported the operations of which a missing operationId is reported
   */
  name(
    operations: readonly OperationPlace[],
    reported: ReadonlySet<OperationPlace> = new Set(),
  ): void {
    const claims = operations
      .toSorted(byPlace)
      .map((operation) => this.#claim(operation, reported.has(operation)));
    const known = new Map<string, readonly string[]>();
    const keysOf = (name: string): readonly string[] => {
      const keys = known.get(name) ?? this.#keys(name);
      known.set(name, keys);
      return keys;
    };
    for (const { claim, name, rival } of distinctNames(claims, keysOf, this.#taken).values()) {
      for (const key of keysOf(name)) this.#taken.set(key, claim);
      this.#record(claim, name, rival);
      this.#warn(claim, name, rival);
    }
  }

  #claim(operation: OperationPlace, isReported: boolean): OperationClaim {
    const { node, pointer } = operation.place;
    const declared = stringMember(node, "operationId") ?? "";
    const first = this.#ids.get(declared);
    const own = declared === "" || first !== undefined ? undefined : declared;
    if (own !== undefined) this.#ids.set(own, operation);
    const name = this.report.given(node, pointer);
    const made =
      name === undefined && this.#operationName !== undefined
        ? nameGivenBy(this.#operationName, operation)
        : undefined;
    const raw = name ?? made ?? own ?? operation.fallback;
    const [rank, member] =
      name === undefined ? [own === undefined ? 2 : 1, "operationId"] : [given, "x-name"];
    return {
      operation,
      first,
      own,
      isMade: made !== undefined,
      isReported: isReported || first !== undefined,
      raw,
      name: raw,
      stem: typeName(raw),
      rank,
      what: `operation ${own ?? `${operation.method} ${operation.path}`}`,
      pointer: rank === 2 && declared === "" ? pointer : `${pointer}/${member}`,
    };
  }

  /**
   * Returns everything in the packages that is named after an operation, lower-cased for files, because file
   * systems may ignore case.
   */
  #keys(name: string): readonly string[] {
    const [type, method] = [typeName(name), methodName(name)];
    const own = (suffix: string): string => operationTypeName(this.#schemaTypes, name, suffix);
    return [
      `method ${method.toLowerCase()}`,
      `file ${fileName(method)}`,
      `contract ${variableName(name)}`,
      `contract ${own("Input")}`,
      `contract ${own("Result")}`,
      `mocks mock${type}`,
      `mocks ${method}Example`,
    ];
  }

  /** Writes the operationId or `x-name` that an operation did not have before. */
  #record(
    { operation, first, own, isMade, isReported, raw, rank }: OperationClaim,
    name: string,
    rival: NameHolder | undefined,
  ): void {
    const { pointer } = operation.place;
    const isRival = rival !== undefined && (own !== undefined || rank === given);
    if (isRival || (isMade && own !== undefined))
      setMember(this.#document, pointer, "x-name", name);
    if (own !== undefined) return;
    const wanted = rival === undefined ? raw : name;
    const id = this.#freeId(wanted);
    this.#ids.set(id, operation);
    const code = first === undefined ? "operation-id-missing" : "operation-id-duplicate";
    const location = this.#locate(`${pointer}/operationId`);
    const written = { value: id, ...(first === undefined && { isNew: true as const }) };
    if (rank !== given && isReported) this.corrections.push({ code, location, written });
    if (first !== undefined || id !== raw) setMember(this.#document, pointer, "operationId", id);
  }

  #warn(claim: OperationClaim, name: string, rival: NameHolder | undefined): void {
    const { operation, first, what, pointer } = claim;
    if (first !== undefined) {
      const { node } = operation.place;
      const message = `operationId ${stringMember(node, "operationId")} is used twice, so ${what} is called ${name}`;
      const pointers = [operation, first].map(({ place }) => `${place.pointer}/operationId`);
      const hint = "change one of them: every operationId names one operation";
      this.report.renamed("operation-id-duplicate", message, hint, pointers);
    } else if (rival !== undefined) {
      const message = `${what} and ${rival.what} get the same name, so this one is called ${name}`;
      const hint = "change an operationId, or give one of the operations an x-name";
      this.report.renamed("name-collision", message, hint, [pointer, rival.pointer ?? []].flat());
    }
  }

  #freeId(wanted: string): string {
    let id = wanted;
    for (let number = 2; this.#ids.has(id); number += 1) id = `${wanted}${number}`;
    return id;
  }
}

function byPlace(a: OperationPlace, b: OperationPlace): number {
  return (
    compare(a.path, b.path) ||
    compare(a.method, b.method) ||
    compare(a.place.pointer, b.place.pointer)
  );
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/**
 * Sets a member of the object at a pointer. Objects on the path are copied, because a YAML alias shares them
 * with other places.
 */
function setMember(root: JsonObject, pointer: string, name: string, value: Json): void {
  let node: object = root;
  for (const part of pointerParts(pointer)) {
    const child = (node as JsonObject)[part];
    const copy: object = Array.isArray(child)
      ? [...(child as readonly Json[])]
      : { ...(child as JsonObject) };
    put(node, part, copy);
    node = copy;
  }
  put(node, name, value);
}

/** Sets a property, even if it is called `__proto__`. */
function put(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
