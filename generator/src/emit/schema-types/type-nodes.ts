// oxlint-disable-next-line typescript/triple-slash-reference -- it declares a module, so that nothing can be imported of it
/// <reference path="./openapi-typescript.d.ts" />
import {
  BOOLEAN,
  NEVER,
  NULL,
  NUMBER,
  QUESTION_TOKEN,
  STRING,
  UNDEFINED,
  UNKNOWN,
  addJSDocComment,
  tsIntersection,
  tsLiteral,
  tsModifiers,
  tsRecord,
  tsUnion,
  tsWithRequired,
} from "openapi-typescript/dist/lib/ts.mjs";
import ts from "typescript";
import { comment, propertyKey } from "@openapi-packages/description/text/escape";
import type { Json, JsonObject } from "@openapi-packages/description/json/json";
import {
  isBigInt,
  typeKey,
  typedSchema,
  type AdditionalProperties,
  type EnumSchema,
  type ObjectSchema,
  type Property,
  type RequiredSchema,
  type Schema,
  type TupleSchema,
  type UnionSchema,
} from "@openapi-packages/description/model/schema/schema";
import { unionOf } from "@openapi-packages/description/model/schema/union-of";
import { limitLine } from "../limit-words.ts";
import type { GrowingEnums } from "./growing-enums.ts";
import type { UnlistedVariant } from "./unlisted-variant.ts";

/** Creates TypeScript nodes for the types of schemas, with the helpers of openapi-typescript. */
export class TypeNodes {
  readonly #nameOf: (schema: string) => string;
  readonly #growing: GrowingEnums | undefined;
  readonly #helpers: ts.Node[];

  /**
   * @param nameOf returns the name of a component's type in the module
   * @param growing the enums that may get more values; omitted if the declaration has no type
   * parameter
   * @param helpers collects the declarations of helper types that the nodes use
   */
  constructor(nameOf: (schema: string) => string, growing?: GrowingEnums, helpers: ts.Node[] = []) {
    this.#nameOf = nameOf;
    this.#growing = growing;
    this.#helpers = helpers;
  }

  /** Returns the node of a schema's type. */
  of(schema: Schema): ts.TypeNode {
    switch (schema.kind) {
      case "unknown":
        return UNKNOWN;
      case "impossible":
        return NEVER;
      case "null":
        return NULL;
      case "boolean":
        return BOOLEAN;
      case "number":
        return isBigInt(schema)
          ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword)
          : NUMBER;
      case "string":
        return STRING;
      case "binary":
        return ts.factory.createTypeReferenceNode("Blob");
      case "date":
        return ts.factory.createTypeReferenceNode(schema.type);
      case "enum":
        return this.#enum(schema);
      case "array":
        return ts.factory.createArrayTypeNode(this.of(schema.items));
      case "tuple":
        return this.#tuple(schema);
      case "object":
        return this.#object(schema);
      case "union":
        return this.#union(schema);
      case "intersection":
        return tsIntersection(schema.parts.map((one) => this.of(one)));
      case "reference":
        return this.#reference(schema.name);
      case "required":
        return this.#required(schema);
    }
  }

  /** Returns a reference to a component's type, and passes the type parameter on if it has one. */
  #reference(schema: string): ts.TypeNode {
    const given = this.#growing?.hasParameter(schema) === true ? [this.#other()] : undefined;
    return ts.factory.createTypeReferenceNode(this.#nameOf(schema), given);
  }

  /** Returns a union; alternatives that only differ in constraints are merged. */
  #union(union: UnionSchema): ts.TypeNode {
    const { alternatives } = union;
    const kinds = alternatives.map(({ kind }) => kind);
    const isAlone = new Set(kinds).size === kinds.length;
    const types = isAlone
      ? alternatives
      : new Map(alternatives.map((one) => [typeKey(one), one])).values();
    const unlisted = this.#growing?.unlisted(union);
    return tsUnion([
      ...[...types].map((one) => this.of(one)),
      ...(unlisted === undefined ? [] : [this.#unlisted(unlisted)]),
    ]);
  }

  /**
   * Returns the alternative for values that a union does not list, if the type parameter admits any. Its tag is a pattern
   * that no listed value has: compilers narrow a union by its tag only if literals and patterns tell all alternatives apart.
   */
  #unlisted({ tag, shared }: UnlistedVariant): ts.TypeNode {
    const { factory } = ts;
    const members = this.#members(shared);
    const value = templateNode("(unknown) ");
    members.unshift(factory.createPropertySignature(undefined, propertyKey(tag), undefined, value));
    members.push(indexSignature(STRING, UNKNOWN));
    const variant = factory.createTypeLiteralNode(members);
    return factory.createConditionalTypeNode(this.#other(), STRING, variant, NEVER);
  }

  /**
   * Returns the values of an enum. An open enum also admits any other value of the same kind;
   * editors still suggest the known ones.
   */
  #enum(schema: EnumSchema): ts.TypeNode {
    const { values, openness } = schema;
    const isGrowing = this.#growing?.isGrowing(schema) === true;
    if (!isGrowing && openness !== "everywhere") return tsUnion(values.map(tsLiteral));
    const texts = isGrowing ? this.#other() : anyOther(STRING);
    const numbers = isGrowing ? otherNumber(this.#other()) : anyOther(NUMBER);
    return tsUnion([
      ...values.map(tsLiteral),
      ...(values.some((value) => typeof value === "string") ? [texts] : []),
      ...(values.some((value) => typeof value === "number") ? [numbers] : []),
    ]);
  }

  #other(): ts.TypeNode {
    return ts.factory.createTypeReferenceNode(this.#growing?.parameter ?? "never");
  }

  /** Returns a tuple; prefix items beyond `minItems` are optional. */
  #tuple({ prefixItems, minItems, items }: TupleSchema): ts.TypeNode {
    const prefix = prefixItems.map((item, index) =>
      index < minItems ? this.of(item) : ts.factory.createOptionalTypeNode(this.of(item)),
    );
    if (items === undefined) return ts.factory.createTupleTypeNode(prefix);
    const rest = ts.factory.createArrayTypeNode(this.of(items));
    return ts.factory.createTupleTypeNode([...prefix, ts.factory.createRestTypeNode(rest)]);
  }

  #required({ schema, names }: RequiredSchema): ts.TypeNode {
    return tsWithRequired(this.of(schema), [...names], this.#helpers);
  }

  #object({ properties, additional, undeclared }: ObjectSchema): ts.TypeNode {
    if (properties.length + additional.length === 0) return emptyObjects[undeclared]();
    const others = additional.map((one) => this.#indexSignature(one, properties));
    return ts.factory.createTypeLiteralNode([...this.#members(properties), ...others]);
  }

  #members(properties: readonly Property[]): ts.TypeElement[] {
    return properties.map(({ name, schema, isRequired, annotations }) => {
      const signature = ts.factory.createPropertySignature(
        tsModifiers({ readonly: annotations["readOnly"] === true }),
        propertyKey(name),
        isRequired ? undefined : QUESTION_TOKEN,
        this.of(schema),
      );
      const summary = limitLine(schema);
      addJSDocComment({ ...documentationOf(annotations), summary }, signature);
      return signature;
    });
  }

  /**
   * Returns the index signature of undeclared members, by prefix. It must also accept the declared
   * members of such a name, or no such object could be written.
   */
  #indexSignature(
    additional: AdditionalProperties,
    properties: readonly Property[],
  ): ts.TypeElement {
    const { prefix } = additional;
    const key = prefix === "" ? STRING : templateNode(prefix);
    const own = properties.filter(({ name }) => name.startsWith(prefix));
    const isOptional = own.some(({ isRequired }) => !isRequired);
    const value = this.of(unionOf([typedSchema(additional), ...own.map(({ schema }) => schema)]));
    return indexSignature(key, isOptional && value !== UNKNOWN ? withUndefined(value) : value);
  }
}

/** The types of objects without declared members. */
const emptyObjects: Readonly<Record<ObjectSchema["undeclared"], () => ts.TypeNode>> = {
  any: () => tsRecord(STRING, UNKNOWN),
  none: () => tsRecord(STRING, NEVER),
  hidden: () => ts.factory.createTypeLiteralNode([]),
};

/** Returns any value of a kind, without absorbing the known values in a union. */
const anyOther = (kind: ts.TypeNode): ts.TypeNode =>
  tsIntersection([kind, ts.factory.createTypeLiteralNode([])]);

/** Returns the numbers that a type admits if its parameter admits other strings. */
const otherNumber = (other: ts.TypeNode): ts.TypeNode =>
  ts.factory.createConditionalTypeNode(other, STRING, anyOther(NUMBER), NEVER);

const indexSignature = (key: ts.TypeNode, value: ts.TypeNode): ts.IndexSignatureDeclaration =>
  ts.factory.createIndexSignature(
    undefined,
    [ts.factory.createParameterDeclaration(undefined, undefined, "key", undefined, key)],
    value,
  );

function withUndefined(type: ts.TypeNode): ts.TypeNode {
  return tsUnion([...(ts.isUnionTypeNode(type) ? type.types : [type]), UNDEFINED]);
}

function templateNode(prefix: string): ts.TypeNode {
  const end = ts.factory.createTemplateLiteralTypeSpan(STRING, ts.factory.createTemplateTail(""));
  return ts.factory.createTemplateLiteralType(ts.factory.createTemplateHead(prefix), [end]);
}

/**
 * Returns the annotations of a schema that its comment repeats, with texts that are safe in a
 * comment.
 */
export function documentationOf(annotations: JsonObject): JsonObject {
  const documentation: Record<string, Json> = {};
  for (const name of ["title", "description", "format"]) {
    const text = annotations[name];
    if (typeof text === "string") documentation[name] = comment(text);
  }
  const { default: byDefault, example, deprecated, examples } = annotations;
  if (byDefault !== undefined) documentation["default"] = safe(byDefault);
  if (example !== undefined && isSmall(example)) documentation["example"] = safe(example);
  if (deprecated === true) documentation["deprecated"] = true;
  const shown = Array.isArray(examples) ? (examples as readonly Json[]).filter(isSmall) : [];
  if (shown.length > 0) documentation["examples"] = shown.map(safe);
  return documentation;
}

/** True for an example that one reads in a line of a comment: no list and no object. */
const isSmall = (value: Json): boolean => typeof value !== "object" || value === null;

/** Makes a value safe for a comment; lists and objects become JSON on one line. */
function safe(value: Json): Json {
  if (typeof value === "string") return comment(value);
  return typeof value === "object" ? comment(JSON.stringify(value)) : value;
}
