import { member, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import { localName } from "@openapi-packages/description/names/names";
import type {
  MediaType,
  Operation,
  Parameter,
} from "@openapi-packages/description/model/api-model";
import type { EnumOpenness } from "@openapi-packages/description/model/schema/open-values";
import { readOnlyMark } from "@openapi-packages/description/model/variants/derive-variants";
import { CodePartBuilder, type CodePart } from "../code/code-part.ts";
import { Scope } from "../code/scope.ts";
import { functionText } from "../code/statement.ts";
import { runtimeNames } from "../../symbols/runtime-symbols.ts";
import type { NamedSchemas, NamedTypes } from "../named-schemas.ts";
import { aliasOf } from "../schema-reader.ts";
import type { Checked, CheckPart } from "./checked.ts";
import { ReachingSchemas } from "./reaching-schemas.ts";
import { schemaChecks } from "./schema-checks.ts";
import { UnlistedValues } from "./unlisted-values.ts";

/** The names of the functions that check the parts of one operation. */
export interface ValidatorNames {
  /** Maps `path`, `query`, `header` and `cookie` to a name. */
  readonly locations: Readonly<Partial<Record<Parameter["in"], string>>>;
  /** Maps a media type to a name. */
  readonly body: ReadonlyMap<string, string>;
  /** Maps a status and a media type to a name. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The part of a model that validators are compiled from. */
export type CompiledModel = NamedTypes;

/** A schema to compile, and whether its function tracks evaluated members. */
interface SchemaFunction {
  readonly json: Json;
  readonly isTracking: boolean;
}

/** The names that compiled functions use, besides those of helpers. */
const taken = "Array Infinity Number Object RegExp Set value path errors seen".split(" ");

const checkParameters = ["value", "path", "errors"];

/**
 * Compiles schemas to functions that check values. A named schema is compiled once, to a function
 * that others call: `checkPet`, and `checkPet$tracked` for callers that need its evaluated members.
 * Recursion is then a normal call. No name of a description has a `$`, so functions of operations,
 * such as `getPet$path`, cannot collide with those of schemas.
 */
export class ValidatorCompiler {
  readonly #schemas: NamedSchemas;
  readonly #marks: ReachingSchemas;
  readonly #unlisted: UnlistedValues;
  readonly #parts = new Map<string, CodePart>();
  /** Maps the function of a schema to the schema. */
  readonly #functions: ReadonlyMap<string, SchemaFunction>;

  /** @param enums whether values that are not listed may pass, where the caller takes them */
  constructor(schemas: NamedSchemas, enums: EnumOpenness = "open") {
    this.#schemas = schemas;
    this.#marks = new ReachingSchemas(schemas, (part) => member(part, readOnlyMark) === true);
    this.#unlisted = new UnlistedValues(schemas, enums);
    this.#functions = new Map(
      schemas.all.flatMap(({ name, json }) =>
        [false, true].map((isTracking) => [schemaFunction(name, isTracking), { json, isTracking }]),
      ),
    );
  }

  /**
   * Returns the code part that declares a function.
   *
   * @throws {Error} if no function has that name
   */
  readonly partOf = (functionName: string): CodePart => {
    const known = this.#parts.get(functionName);
    if (known !== undefined) return known;
    const wanted = this.#functions.get(functionName);
    if (wanted === undefined) throw new Error(`no function is called ${functionName}`);
    const part: CheckPart = new CodePartBuilder();
    this.#write(part, functionName, wanted);
    this.#parts.set(functionName, part);
    return part;
  };

  /** Compiles the checks of one operation's parameters and bodies. */
  operation(operation: Operation): { readonly names: ValidatorNames; readonly part: CodePart } {
    const part: CheckPart = new CodePartBuilder();
    const { typeName, requestBody, responses } = operation;
    const named = (schema: Json, words: string): string =>
      this.#function(part, `${localName(typeName)}$${localName(words)}`, schema);
    const content = (media: readonly MediaType[], words: string): Map<string, string> =>
      new Map(
        media.flatMap(({ mediaType, kind, schema }): [string, string][] => {
          if (schema === undefined || kind === "binary") return [];
          const all = media.length === 1 ? words : `${words} ${mediaType}`;
          return [[mediaType, named(schema.json, all)]];
        }),
      );
    const names = {
      locations: Object.fromEntries(
        (["path", "query", "header", "cookie"] as const).flatMap((location) => {
          const own = operation.parameters.filter((parameter) => parameter.in === location);
          return own.length === 0 ? [] : [[location, named(parametersSchema(own), location)]];
        }),
      ),
      body: content(requestBody?.content ?? [], "body"),
      responses: new Map(
        responses.map((response) => [
          response.status,
          content(response.content, `response ${response.status}`),
        ]),
      ),
    };
    for (const { name } of part.declarations) this.#parts.set(name, part);
    return { names, part };
  }

  /** Compiles the check of a schema outside of any operation, and returns the function's name. */
  schema(wanted: string, schema: Json): string {
    const part: CheckPart = new CodePartBuilder();
    const name = this.#function(part, wanted, schema);
    for (const declared of part.declarations) this.#parts.set(declared.name, part);
    return name;
  }

  /** Returns the function that checks a schema: that of the referenced schema, or a new one. */
  #function(part: CheckPart, name: string, schema: Json): string {
    const reference = aliasOf(schema);
    if (reference !== undefined) return this.#reference(part, reference, false);
    return this.#write(part, name, { json: schema, isTracking: false });
  }

  #write(part: CheckPart, wanted: string, { json: schema, isTracking }: SchemaFunction): string {
    return part.function(wanted, (functionName) => {
      const checked: Checked = {
        part,
        functionName,
        hasBigInts: this.#schemas.hasBigInts,
        isRepeated: (reference) => this.#schemas.isRepeated(reference),
        traits: this.#schemas.traits,
        reference: (reference, tracks) => this.#reference(part, reference, tracks),
        target: (reference) => this.#schemas.target(reference),
        mayMark: (given) => this.#marks.has(given),
        unlisted: this.#unlisted,
        checks: schemaChecks,
        scope: new Scope([...taken, ...runtimeNames["/validation"].values]),
        value: "value",
        path: ["path"],
        place: [],
        seen: isTracking ? "seen" : undefined,
      };
      const all = isTracking ? [...checkParameters, "seen"] : checkParameters;
      return functionText(functionName, all, schemaChecks(schema, checked));
    });
  }

  #reference(part: CheckPart, reference: string, isTracking: boolean): string {
    return part.call(schemaFunction(this.#schemas.nameOf(reference), isTracking));
  }
}

/** Returns the name of the function that checks a named schema. */
export const schemaFunction = (name: string, isTracking: boolean): string =>
  `check${name}${isTracking ? "$tracked" : ""}`;

/** Returns an object schema with the parameters of one location as members. */
function parametersSchema(parameters: readonly Parameter[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema.json])),
    required: parameters
      .filter((parameter) => parameter.required)
      .map((parameter) => parameter.name),
  };
}
