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
} from "openapi-typescript";
import ts from "typescript";
import { comment, propertyKey } from "../../escape.ts";
import type { Json, JsonObject } from "../../json.ts";
import type {
  AdditionalProperties,
  EnumSchema,
  ObjectSchema,
  Openness,
  RequiredSchema,
  Schema,
  TupleSchema,
} from "../../model/schema/schema.ts";

/** Properties of the types that are made from a description beside what it says of them. */
export interface TypeVariant {
  /** The name by which a module knows the type of a component. */
  nameOf(schema: string): string;
  /** Whether enums that may grow take any value of their kind: those of which the description says so (`declared`), or all. */
  readonly isOpen: boolean | "declared";
}

/** Makes TypeScript's nodes of the types of schemas, of the parts that openapi-typescript makes types of. */
export class TypeNodes {
  /** Declarations of helper types that the nodes refer to. */
  readonly helpers: ts.Node[] = [];
  readonly #variant: TypeVariant;

  constructor(variant: TypeVariant) {
    this.#variant = variant;
  }

  /** The node of a schema's type. */
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
        return NUMBER;
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
        return tsUnion(schema.alternatives.map((one) => this.of(one)));
      case "intersection":
        return tsIntersection(schema.parts.map((one) => this.of(one)));
      case "reference":
        return ts.factory.createTypeReferenceNode(this.#variant.nameOf(schema.name));
      case "required":
        return this.#required(schema);
    }
  }

  /** The values; of an open enum also any other of their kind: editors still propose the known ones. */
  #enum({ values, openness }: EnumSchema): ts.TypeNode {
    const literals = values.map(tsLiteral);
    if (!isOpen(openness, this.#variant)) return tsUnion(literals);
    const kinds = [
      ...(values.some((value) => typeof value === "string") ? [STRING] : []),
      ...(values.some((value) => typeof value === "number") ? [NUMBER] : []),
    ];
    const nothingMore = ts.factory.createTypeLiteralNode([]);
    return tsUnion([...literals, ...kinds.map((kind) => tsIntersection([kind, nothingMore]))]);
  }

  /** Items of a list's start that may be missing are optional. */
  #tuple({ prefixItems, minItems, items }: TupleSchema): ts.TypeNode {
    const prefix = prefixItems.map((item, index) =>
      index < minItems ? this.of(item) : ts.factory.createOptionalTypeNode(this.of(item)),
    );
    if (items === undefined) return ts.factory.createTupleTypeNode(prefix);
    const rest = ts.factory.createArrayTypeNode(this.of(items));
    return ts.factory.createTupleTypeNode([...prefix, ts.factory.createRestTypeNode(rest)]);
  }

  #required({ schema, names }: RequiredSchema): ts.TypeNode {
    return tsWithRequired(this.of(schema), [...names], this.helpers);
  }

  #object({ properties, additional, undeclared }: ObjectSchema): ts.TypeNode {
    if (properties.length + additional.length === 0) return emptyObjects[undeclared]();
    const declared = properties.map(({ name, schema, isRequired, annotations }) => {
      const signature = ts.factory.createPropertySignature(
        tsModifiers({ readonly: annotations["readOnly"] === true }),
        propertyKey(name),
        isRequired ? undefined : QUESTION_TOKEN,
        this.of(schema),
      );
      addJSDocComment(documentationOf(annotations), signature);
      return signature;
    });
    const others = additional.map((one) => this.#indexSignature(one));
    return ts.factory.createTypeLiteralNode([...declared, ...others]);
  }

  /** The type of members without a name of their own, by what their names start with. */
  #indexSignature({ prefix, schema, isOptional }: AdditionalProperties): ts.TypeElement {
    const key = prefix === "" ? STRING : templateNode(prefix);
    const value = this.of(schema);
    const { factory } = ts;
    return factory.createIndexSignature(
      undefined,
      [factory.createParameterDeclaration(undefined, undefined, "key", undefined, key)],
      isOptional && value !== UNKNOWN ? withUndefined(value) : value,
    );
  }
}

/** The types of objects that declare no members. */
const emptyObjects: Readonly<Record<ObjectSchema["undeclared"], () => ts.TypeNode>> = {
  any: () => tsRecord(STRING, UNKNOWN),
  none: () => tsRecord(STRING, NEVER),
  hidden: () => ts.factory.createTypeLiteralNode([]),
};

/** True if an enum takes any value of its kind. */
function isOpen(openness: Openness | undefined, variant: TypeVariant): boolean {
  if (openness === "everywhere") return true;
  return variant.isOpen === "declared"
    ? openness === "declared"
    : variant.isOpen && openness !== undefined;
}

function withUndefined(type: ts.TypeNode): ts.TypeNode {
  return tsUnion([...(ts.isUnionTypeNode(type) ? type.types : [type]), UNDEFINED]);
}

function templateNode(prefix: string): ts.TypeNode {
  const end = ts.factory.createTemplateLiteralTypeSpan(STRING, ts.factory.createTemplateTail(""));
  return ts.factory.createTemplateLiteralType(ts.factory.createTemplateHead(prefix), [end]);
}

/** What a comment repeats of the annotations of a schema, safe to be in one. */
export function documentationOf(annotations: JsonObject): JsonObject {
  const { title, description, format, deprecated, examples } = annotations;
  const texts = Object.entries({ title, description, format }).flatMap(([name, text]) =>
    typeof text === "string" ? [[name, comment(text)]] : [],
  );
  const values = ["default", "example"].flatMap((name) => {
    const value = annotations[name];
    return value === undefined ? [] : [[name, safe(value)]];
  });
  return {
    ...(Object.fromEntries([...texts, ...values]) as JsonObject),
    ...(deprecated === true ? { deprecated } : {}),
    ...(Array.isArray(examples) ? { examples: (examples as readonly Json[]).map(safe) } : {}),
  };
}

/** A text stays as it is; a list or an object becomes JSON on one line. */
function safe(value: Json): Json {
  if (typeof value === "string") return comment(value);
  return typeof value === "object" ? comment(JSON.stringify(value)) : value;
}
