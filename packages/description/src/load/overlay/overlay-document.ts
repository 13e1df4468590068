import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { nearestName } from "../../names/nearest-name.ts";
import type { SourceFile } from "../read/source-file.ts";
import type { BoundedEnvironment, BoundedQuery } from "./bounded-query.ts";

/** A valid overlay. */
export interface Overlay {
  readonly file: SourceFile;
  /** The document that it applies to: a reference relative to the overlay. */
  readonly extends: string | undefined;
  readonly actions: readonly Action[];
}

/** A change to a document (OpenAPI Overlay 1.1, "Action Object"). */
export interface Action {
  readonly target: Query;
  readonly change: Change;
}

/** What an action does to the values it selects. */
export type Change =
  | { readonly kind: "update"; readonly value: Json; readonly pointer: string }
  | { readonly kind: "copy"; readonly from: Query }
  | { readonly kind: "remove" | "none" };

/** A JSONPath with its place in the overlay. */
export interface Query {
  readonly text: string;
  readonly pointer: string;
  readonly compiled: BoundedQuery;
}

/** The fields of an overlay's objects, with the minor version that introduced each. */
const fixedFields = {
  Overlay: { overlay: 0, info: 0, extends: 0, actions: 0, components: 2, $self: 2 },
  Action: { target: 0, description: 0, update: 0, remove: 0, copy: 1, $ref: 2 },
} as const;

const isField = (object: keyof typeof fixedFields, name: string): boolean =>
  name.startsWith("x-") || Object.hasOwn(fixedFields[object], name);

/**
 * Checks an overlay and compiles its queries.
 *
 * @returns the overlay if it is valid, and its diagnostics in any case
 */
export function readOverlay(
  file: SourceFile,
  environment: BoundedEnvironment,
): { readonly overlay: Overlay | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const reader = new OverlayReader(file, environment);
  const overlay = file.diagnostics.length > 0 ? undefined : reader.read();
  const diagnostics = [...file.diagnostics, ...reader.diagnostics];
  const isFaulty = diagnostics.some(({ severity }) => severity === "error");
  return { overlay: isFaulty ? undefined : overlay, diagnostics };
}

class OverlayReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: SourceFile;
  readonly #environment: BoundedEnvironment;
  #minor = 0;

  constructor(file: SourceFile, environment: BoundedEnvironment) {
    this.#file = file;
    this.#environment = environment;
  }

  read(): Overlay | undefined {
    const { value } = this.#file;
    const version = member(value, "overlay");
    if (!isObject(value) || version === undefined) {
      const isDescription = member(value, "openapi") ?? member(value, "swagger");
      const what = isDescription === undefined ? "has no overlay member" : "is a description";
      this.#refuse("", `the document ${what}`, "an overlay starts with overlay: 1.1.0");
      return undefined;
    }
    const minor = /^1\.([012])(?:\.|$)/.exec(String(version))?.[1];
    if (minor === undefined) {
      const message = `overlay ${JSON.stringify(version)} is not a supported version`;
      this.#refuse("/overlay", message, "write a version of OpenAPI Overlay 1.0, 1.1 or 1.2");
      return undefined;
    }
    this.#minor = Number(minor);
    this.#checkFields(value, "Overlay", "");
    this.#checkInfo(value);
    return {
      file: this.#file,
      extends: this.#text(value, "extends", ""),
      actions: this.#actions(value),
    };
  }

  #checkInfo(value: JsonObject): void {
    const lacking = ["title", "version"].filter(
      (name) => member(value["info"], name) === undefined,
    );
    if (lacking.length === 0) return;
    this.diagnostics.push({
      severity: severityOf("overlay-info-missing"),
      code: "overlay-info-missing",
      message: `the overlay has no ${lacking.map((name) => `info.${name}`).join(" and no ")}`,
      location: this.#file.locate("/info"),
      hint: "other tools refuse an overlay without them",
    });
  }

  #actions(value: JsonObject): Action[] {
    const actions = member(value, "actions");
    if (Array.isArray(actions))
      return (actions as readonly Json[]).flatMap(
        (action, index) => this.#action(action, `/actions/${index}`) ?? [],
      );
    const message = actions === undefined ? "the overlay has no actions" : "actions is not a list";
    this.#refuse(
      "/actions",
      message,
      'write a list: actions: [{ target: "$.info", update: { … } }]',
    );
    return [];
  }

  #action(action: Json, pointer: string): Action | undefined {
    if (!isObject(action)) {
      this.#refuse(
        pointer,
        "the action is not an object",
        "an action has a target, and what to do",
      );
      return undefined;
    }
    this.#checkFields(action, "Action", pointer);
    const fields = this.#fieldsOf(action, pointer);
    const target = this.#query(action, "target", pointer);
    if (target === undefined || fields === undefined) return undefined;
    const change = this.#change(fields.value, fields.pointer);
    return change && { target, change };
  }

  /** Returns an action's own fields, or those of the reusable action that it refers to (Overlay 1.2). */
  #fieldsOf(
    action: JsonObject,
    pointer: string,
  ): { readonly value: JsonObject; readonly pointer: string } | undefined {
    const reference = member(action, "$ref");
    if (reference === undefined) return { value: action, pointer };
    const parts = typeof reference === "string" ? pointerParts(reference.replace(/^#/, "")) : [];
    const [components, actions, name = ""] = parts;
    const known = member(member(this.#file.value, "components"), "actions");
    const value = member(member(known, name), "fields");
    if (components === "components" && actions === "actions" && isObject(value))
      return { value, pointer: toPointer(["components", "actions", name, "fields"]) };
    const nearest = nearestName(name, Object.keys(isObject(known) ? known : {}));
    this.#refuse(
      `${pointer}/$ref`,
      `${JSON.stringify(reference)} is not an action of components.actions`,
      nearest === undefined ? "define it there" : `did you mean #/components/actions/${nearest}?`,
    );
    return undefined;
  }

  #change(fields: JsonObject, pointer: string): Change | undefined {
    const { update } = fields;
    const remove = member(fields, "remove");
    if (remove !== undefined && typeof remove !== "boolean") {
      this.#refuse(`${pointer}/remove`, "remove is neither true nor false", "write remove: true");
      return undefined;
    }
    if (remove === true) return { kind: "remove" };
    if (update !== undefined && member(fields, "copy") !== undefined) {
      const hint = "make two actions of them";
      this.#refuse(`${pointer}/copy`, "the action has both update and copy", hint);
      return undefined;
    }
    if (update !== undefined)
      return { kind: "update", value: update, pointer: `${pointer}/update` };
    if (member(fields, "copy") !== undefined) {
      const from = this.#query(fields, "copy", pointer);
      return from && { kind: "copy", from };
    }
    // An unknown field is probably what to do, misspelt, and was reported before.
    if (remove === false || Object.keys(fields).some((name) => !isField("Action", name)))
      return { kind: "none" };
    const hint = "give it one of update, remove: true and copy";
    this.#refuse(pointer, "the action does not say what to do", hint);
    return undefined;
  }

  #checkFields(value: JsonObject, object: keyof typeof fixedFields, pointer: string): void {
    const versions: Readonly<Record<string, number>> = fixedFields[object];
    for (const name of Object.keys(value)) {
      if (name.startsWith("x-")) continue;
      const place = pointer + toPointer([name]);
      const since = Object.hasOwn(versions, name) ? versions[name] : undefined;
      if (since === undefined) {
        const known = Object.keys(versions).filter((one) => member(value, one) === undefined);
        const nearest = nearestName(name, known);
        const hint = nearest === undefined ? "remove it" : `did you mean ${nearest}?`;
        this.#refuse(place, `${JSON.stringify(name)} is not a field of an ${object} Object`, hint);
      } else if (since > this.#minor) {
        this.diagnostics.push({
          severity: severityOf("overlay-version"),
          code: "overlay-version",
          message: `${name} is of Overlay 1.${since}, and the overlay says it is of 1.${this.#minor}`,
          location: this.#file.locate(place),
          hint: `write overlay: 1.${since}.0; it is applied anyway`,
        });
      }
    }
  }

  #text(value: JsonObject, name: string, pointer: string): string | undefined {
    const text = stringMember(value, name);
    if (text === undefined && member(value, name) !== undefined)
      this.#refuse(pointer + toPointer([name]), `${name} is not a string`, "write a string");
    return text;
  }

  #query(value: JsonObject, name: "target" | "copy", pointer: string): Query | undefined {
    const text = this.#text(value, name, pointer);
    if (text === undefined) {
      if (member(value, name) === undefined)
        this.#refuse(pointer, `the action has no ${name}`, `write ${name}: $.paths['/pets'].get`);
      return undefined;
    }
    try {
      const compiled = this.#environment.compile(text);
      return { text, pointer: pointer + toPointer([name]), compiled };
    } catch (error) {
      // The library throws only for an invalid query here.
      const reason = error instanceof Error ? error.message.replace(/ \('.*$/s, "") : "";
      const place = pointer + toPointer([name]);
      this.#refuse(place, `${JSON.stringify(text)} is not a JSONPath: ${reason}`, howToWrite(text));
      return undefined;
    }
  }

  #refuse(pointer: string, message: string, hint: string): void {
    const location = this.#file.locate(pointer);
    this.diagnostics.push({
      severity: severityOf("overlay-invalid"),
      code: "overlay-invalid",
      message,
      location,
      hint,
    });
  }
}

/** Returns the hint for an invalid query, by the usual mistakes. */
function howToWrite(text: string): string {
  if (!text.startsWith("$")) return "a JSONPath starts with $, the document: $.paths['/pets'].get";
  const bare = /\.(\/[^.[]*|\d[^.[]*)/.exec(text)?.[1];
  const example = bare === undefined ? "['/pets']" : `['${bare}']`;
  return `in RFC 9535 names with characters other than letters, digits and _ are written in brackets: ${example}`;
}
