import { severityOf, type DiagnosticCode } from "../../diagnostics/diagnostic-codes.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import { typeName } from "../../names/names.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { isObject, stringMember, toPointer, type Json, type JsonObject } from "../../json/json.ts";

/** The rank of a name given by `x-name`. */
export const given = 0;

/** Matches an identifier (ECMA-262, section 12.7) that stays one with any prefix or suffix. */
const identifier = /^\p{ID_Start}\p{ID_Continue}*$/u;

/** Collects diagnostics about names, with their places in a bundle. */
export class NameReport {
  readonly diagnostics: Diagnostic[] = [];
  readonly #bundle: Bundle;

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
  }

  /**
   * Returns the `x-name` of an object, or `undefined` without one. An invalid `x-name` is reported and
   * removed.
   */
  given(node: Json, pointer: string): string | undefined {
    const name = stringMember(node, "x-name");
    if (name === undefined || !isObject(node)) return undefined;
    // Identifiers lose invisible characters, so those cannot distinguish two names.
    if (identifier.test(name) && !/\p{Default_Ignorable_Code_Point}/u.test(name)) return name;
    const hint = "a letter, then letters, digits and underscores";
    const message = `x-name ${JSON.stringify(name)} is not an identifier, so it is ignored`;
    this.#add("x-name-invalid", message, `${pointer}/x-name`, hint);
    delete node["x-name"];
    return undefined;
  }

  /**
   * Reports a schema whose `x-name` is the name of another schema.
   *
   * @param name the name that it got instead
   * @param schemas the named schemas, by name
   */
  ungranted(schema: Json, name: string, schemas: JsonObject, pointer: string): void {
    const wanted = stringMember(schema, "x-name");
    if (wanted === undefined || typeName(wanted) === name) return;
    const owner = Object.entries(schemas).find(([other]) => typeName(other) === typeName(wanted));
    const related = toPointer(["components", "schemas", owner?.[0] ?? ""]);
    const hint = "give one of them another x-name";
    const message = `x-name ${wanted} is the name of another schema, so this one is called ${name}`;
    this.renamed("name-collision", message, hint, [pointer, related]);
  }

  /** Reports something that did not get the name it wanted. */
  renamed(code: DiagnosticCode, message: string, hint: string, pointers: readonly string[]): void {
    const [pointer = "", ...related] = pointers;
    this.#add(code, message, pointer, hint, related);
  }

  #add(
    code: DiagnosticCode,
    message: string,
    pointer: string,
    hint: string,
    related: readonly string[] = [],
  ): void {
    const { locate } = this.#bundle;
    const location = locate(pointer);
    this.diagnostics.push({
      severity: severityOf(code),
      code,
      message,
      location,
      hint,
      related: related.map((place) => locate(place)),
    });
  }
}
