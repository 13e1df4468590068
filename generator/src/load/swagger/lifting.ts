import { severityOf } from "../../diagnostic-codes.ts";
import type { Diagnostic } from "../../diagnostics.ts";
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
} from "../../json.ts";
import type { Origins, Path } from "../read/origins.ts";
import type { SourceFile } from "../read/source-file.ts";

/** Where a part of a document goes, and where it comes from. */
export interface Step {
  readonly to: Path;
  readonly from: Path;
}

/** A parameter, and the path to it in the original. */
export interface PlacedParameter {
  readonly value: JsonObject;
  readonly from: Path;
}

/** The most media types that all operations have. */
const mostTypes = 50;

/** What all parts of lifting a description of Swagger 2.0 know. */
export class Lifting {
  readonly file: SourceFile;
  readonly root: JsonObject;
  readonly diagnostics: Diagnostic[] = [];
  /** The media types of bodies whose operation names none. */
  readonly consumes: readonly string[] | undefined;
  /** The media types of responses whose operation names none. */
  readonly produces: readonly string[] | undefined;
  readonly #origins: Origins;
  /** Where the schema of something was written first. */
  readonly #written = new Map<Json, Path>();

  constructor(file: SourceFile, root: JsonObject, origins: Origins) {
    this.file = file;
    this.root = root;
    this.#origins = origins;
    this.consumes = this.#usualTypes("consumes");
    this.produces = this.#usualTypes("produces");
  }

  /** Each operation has these once more: what is no list for people is cut. */
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
   * A schema for a place of the lifted description: the schema itself where it stands first, and a reference to that place
   * where it stands again, for another media type or for another operation of a shared parameter.
   *
   * @param of what the schema is of, if it is made anew each time
   */
  schemaFor(to: Path, schema: Json, of: Json = schema): Json {
    if (stringMember(schema, "$ref") !== undefined) return structuredClone(schema) as Json;
    const first = this.#written.get(of);
    if (first !== undefined) return { $ref: `#${toPointer(first)}` };
    if (isObject(of)) this.#written.set(of, to);
    return schema;
  }

  /** Notes where a part comes from; what it holds comes from the same places in it. */
  put(to: Path, from: Path): void {
    this.#origins.put(to, { file: this.file, pointer: toPointer(from) });
  }

  /** True for the body and for fields of forms, which are no parameters any more. */
  isBody(parameter: JsonObject): boolean {
    return ["body", "formData"].includes(stringMember(this.#target(parameter), "in") ?? "");
  }

  /** The parameters of a path or an operation; of references to a body or a field of a form, what they refer to. */
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

  /** Refuses a reference to another file that does not mean a schema, as only these are read in other files. */
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

  /** What a reference to a shared parameter refers to, else the parameter itself. */
  #target(parameter: JsonObject): JsonObject {
    const reference = stringMember(parameter, "$ref");
    if (reference === undefined) return parameter;
    const target = valueAt(this.root, toPointer(this.#parameterPath(reference)));
    return isObject(target) ? target : parameter;
  }

  /** The path to a shared parameter in the original: references have been lifted by now. */
  #parameterPath(reference: string): Path {
    const [, , name = ""] = pointerParts(reference.replace(/^#/, ""));
    return reference.startsWith("#/components/parameters/") ? ["parameters", name] : [name];
  }
}

/** A list of texts, such as media types; `undefined` where there is none. */
export function textsOf(holder: JsonObject, name: string): readonly string[] | undefined {
  const value = member(holder, name);
  if (!Array.isArray(value)) return undefined;
  return (value as readonly Json[]).filter((one) => typeof one === "string");
}
