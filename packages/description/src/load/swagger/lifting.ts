import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import {
  arrayMember,
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import type { Origins, Path } from "../read/origins.ts";
import type { SourceFile } from "../read/source-file.ts";

/** The new and the original path of a part of the document. */
export interface Step {
  readonly to: Path;
  readonly from: Path;
}

/** A parameter with its path in the original. */
export interface PlacedParameter {
  readonly value: JsonObject;
  readonly from: Path;
}

/** The maximum number of media types that apply to all operations. */
const mostTypes = 50;

/** What all parts of a Swagger 2.0 conversion share. */
export class Lifting {
  readonly file: SourceFile;
  readonly root: JsonObject;
  readonly diagnostics: Diagnostic[] = [];
  /** The media types of bodies whose operation declares none. */
  readonly consumes: readonly string[] | undefined;
  /** The media types of responses whose operation declares none. */
  readonly produces: readonly string[] | undefined;
  readonly #origins: Origins;
  /** The first place of each schema. */
  readonly #written = new Map<Json, Path>();

  constructor(file: SourceFile, root: JsonObject, origins: Origins) {
    this.file = file;
    this.root = root;
    this.#origins = origins;
    this.consumes = this.#usualTypes("consumes");
    this.produces = this.#usualTypes("produces");
  }

  /** Returns the description's own media types. The list is cut, because it is repeated in each operation. */
  #usualTypes(name: string): readonly string[] | undefined {
    const types = textsOf(this.root, name);
    if (types !== undefined && types.length > mostTypes)
      this.warn(
        [name],
        `${name} lists ${types.length} media types`,
        `the first ${mostTypes} are used`,
      );
    return types?.slice(0, mostTypes);
  }

  /**
   * Returns the schema for a place in the converted description: the schema itself at its first place, and a
   * reference to that place for another media type, or for another operation with the same shared parameter.
   *
   * @param of the identity of the schema, if it is a new object each time
   */
  schemaFor(to: Path, schema: Json, of: Json = schema): Json {
    if (stringMember(schema, "$ref") !== undefined) return structuredClone(schema) as Json;
    const first = this.#written.get(of);
    if (first !== undefined) return { $ref: `#${toPointer(first)}` };
    if (isObject(of)) this.#written.set(of, to);
    return schema;
  }

  /** Records where a part comes from; its own parts come from the same places within. */
  put(to: Path, from: Path): void {
    this.#origins.put(to, { file: this.file, pointer: toPointer(from) });
  }

  /** True for a body or a form field, which are not parameters any more. */
  isBody(parameter: JsonObject): boolean {
    return ["body", "formData"].includes(stringMember(this.#target(parameter), "in") ?? "");
  }

  /**
   * Returns the parameters of a path or an operation. References to a body or a form field are replaced by
   * their targets.
   */
  parametersAt(holder: JsonObject, path: Path): PlacedParameter[] {
    return arrayMember(holder, "parameters").flatMap((parameter, index): PlacedParameter[] => {
      if (!isObject(parameter)) return [];
      const target = this.#target(parameter);
      const reference = stringMember(parameter, "$ref");
      if (reference !== undefined && this.isBody(parameter))
        return [{ value: target, from: this.#parameterPath(reference) }];
      return [{ value: parameter, from: [...path, "parameters", index] }];
    });
  }

  /**
   * Reports a reference to another file for anything but a schema, because only schemas are converted there.
   */
  checkReference(holder: JsonObject, from: Path): void {
    const reference = stringMember(holder, "$ref");
    if (reference === undefined || reference.startsWith("#")) return;
    this.diagnostics.push({
      severity: severityOf("swagger-parts"),
      code: "swagger-parts",
      message: `$ref "${reference}" leads to a part of another file; of those of Swagger 2.0 only schemas are read`,
      location: this.file.locate(toPointer([...from, "$ref"])),
      hint: "bring the files together, with: npx @redocly/cli bundle <description> --output one.yaml",
    });
  }

  warn(from: Path, message: string, hint: string): void {
    this.diagnostics.push({
      severity: severityOf("swagger-loss"),
      code: "swagger-loss",
      message,
      location: this.file.locate(toPointer(from)),
      hint,
    });
  }

  /** Returns the target of a reference to a shared parameter, otherwise the parameter itself. */
  #target(parameter: JsonObject): JsonObject {
    const reference = stringMember(parameter, "$ref");
    if (reference === undefined) return parameter;
    const target = valueAt(this.root, toPointer(this.#parameterPath(reference)));
    return isObject(target) ? target : parameter;
  }

  /** Returns the path of a shared parameter in the original. Its reference is already rewritten. */
  #parameterPath(reference: string): Path {
    const [, , name = ""] = pointerParts(reference.replace(/^#/, ""));
    return reference.startsWith("#/components/parameters/") ? ["parameters", name] : [name];
  }
}

/** Returns a list of strings, such as media types; `undefined` if there is none. */
export function textsOf(holder: JsonObject, name: string): readonly string[] | undefined {
  const value = member(holder, name);
  if (!Array.isArray(value)) return undefined;
  return (value as readonly Json[]).filter((one) => typeof one === "string");
}
