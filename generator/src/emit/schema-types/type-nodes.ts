import {
  QUESTION_TOKEN,
  STRING,
  NEVER,
  NUMBER,
  UNDEFINED,
  UNKNOWN,
  addJSDocComment,
  transformSchemaObject,
  tsIntersection,
  tsLiteral,
  tsModifiers,
  tsRecord,
  tsUnion,
  tsWithRequired,
  type SchemaObject,
  type TransformNodeOptions,
} from "openapi-typescript";
import ts from "typescript";
import { isBinary } from "../../compile/file-schemas.ts";
import { comment, propertyKey } from "../../escape.ts";
import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import type { Openness } from "../../model/types/open-values.ts";
import { referencedName } from "../../subschemas.ts";
import {
  choiceNode,
  choicesOf,
  earlierNamesOf,
  earlierSignatures,
  requiredSets,
  type EarlierMembers,
  type NamedProperty,
} from "./earlier-members.ts";

/** Properties of the types that are made from a description beside what it says of them. */
export interface TypeVariant {
  /** The name by which a module knows the type of a schema. */
  nameOf(schema: string): string;
  /** Whether enums that may grow take any value of their kind: those of which the description says so (`declared`), or all. */
  readonly isOpen: boolean | "declared";
  /** In which direction values go whose members have earlier names too. Left out: they have today's alone. */
  readonly earlier?: EarlierMembers;
}

/**
 * TypeScript's node for a type of the model (see its `typeSchema`). What openapi-typescript has a form
 * for it makes of the schema; of the others only the parts.
 */
export function typeNode(
  type: Json | undefined,
  variant: TypeVariant,
  options: TransformNodeOptions,
): ts.TypeNode {
  const below: Below = (inner) => typeNode(inner, variant, options);
  if (!isObject(type)) return type === true ? UNKNOWN : NEVER;
  const name = referencedName(type);
  if (name !== undefined) return ts.factory.createTypeReferenceNode(variant.nameOf(name));
  if (type["anyOf"] !== undefined) return tsUnion(arrayMember(type, "anyOf").map(below));
  if (type["allOf"] !== undefined) return tsIntersection(arrayMember(type, "allOf").map(below));
  if (type["enum"] !== undefined && isOpenIn(type["isOpen"] as Openness | undefined, variant))
    return openEnum(arrayMember(type, "enum"));
  const isLiteral = type["enum"] !== undefined || type["const"] !== undefined;
  const own = isLiteral ? undefined : formNode(type, variant, below, options);
  return own ?? transformSchemaObject(type as unknown as SchemaObject, options);
}

/** True if an enum takes any value of its kind. */
function isOpenIn(isOpen: Openness | undefined, variant: TypeVariant): boolean {
  if (isOpen === "everywhere") return true;
  return variant.isOpen === "declared"
    ? isOpen === "declared"
    : variant.isOpen && isOpen !== undefined;
}

type Below = (inner: Json | undefined) => ts.TypeNode;

/** The known values, and any other of their kind: editors still propose the known ones. */
function openEnum(values: readonly Json[]): ts.TypeNode {
  const kinds = [
    ...(values.some((value) => typeof value === "string") ? [STRING] : []),
    ...(values.some((value) => typeof value === "number") ? [NUMBER] : []),
  ];
  const nothingMore = ts.factory.createTypeLiteralNode([]);
  const others = kinds.map((kind) => tsIntersection([kind, nothingMore]));
  return tsUnion([...values.map(tsLiteral), ...others]);
}

/** The forms that `type` names and that openapi-typescript does not know. */
function formNode(
  type: JsonObject,
  { earlier }: TypeVariant,
  below: Below,
  { ctx }: TransformNodeOptions,
): ts.TypeNode | undefined {
  switch (type["type"]) {
    case "object":
    case "mixed":
      return objectNode(type, earlier, below);
    case "list":
      return ts.factory.createArrayTypeNode(below(type["items"]));
    case "tuple":
      return tupleNode(type, below);
    case "with-required": {
      const keys = arrayMember(type, "keys").map(String);
      const sets = earlier === undefined ? [keys] : requiredSets(earlier, type["schema"], keys);
      return tsUnion(
        sets.map((set) => tsWithRequired(below(type["schema"]), [...set], ctx.injectFooter)),
      );
    }
    case "empty":
      return tsRecord(STRING, NEVER);
    case "converted":
      return ts.factory.createTypeReferenceNode(stringMember(type, "to") ?? "");
    case "hollow":
      return ts.factory.createTypeLiteralNode([]);
    default:
      return isBinary(type) ? ts.factory.createTypeReferenceNode("Blob") : undefined;
  }
}

/** An object, with its members under their earlier names too where values have those. */
function objectNode(
  type: JsonObject,
  earlier: EarlierMembers | undefined,
  below: Below,
): ts.TypeNode {
  const properties = namedProperties(type, below);
  const choices = earlier?.of === "requests" ? choicesOf(properties) : [];
  const named = properties.flatMap((one) =>
    choices.includes(one) ? [] : [one.signature, ...(earlier ? earlierSignatures(one) : [])],
  );
  const members = [...named, ...indexSignatures(type, below)];
  const own = members.length === 0 ? [] : [ts.factory.createTypeLiteralNode(members)];
  if (choices.length > 0) return tsIntersection([...own, ...choices.map(choiceNode)]);
  return own[0] ?? tsRecord(STRING, UNKNOWN);
}

function namedProperties(type: JsonObject, below: Below): NamedProperty[] {
  const required = new Set(arrayMember(type, "required"));
  const properties = objectMember(type, "properties") ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const isRequired = required.has(name);
    const signature = ts.factory.createPropertySignature(
      tsModifiers({ readonly: member(property, "readOnly") === true }),
      propertyKey(name),
      isRequired ? undefined : QUESTION_TOKEN,
      below(property),
    );
    addJSDocComment(annotations(property), signature);
    const earlierNames = earlierNamesOf(property).filter((one) => !Object.hasOwn(properties, one));
    return { name, signature, isRequired, earlierNames, type: () => below(property) };
  });
}

/** The types of members without a name of their own, by what their names start with. */
function indexSignatures(type: JsonObject, below: Below): ts.TypeElement[] {
  return arrayMember(type, "index").map((entry) => {
    const prefix = stringMember(entry, "prefix") ?? "";
    const key = prefix === "" ? STRING : templateNode(prefix);
    const value = below(member(entry, "schema"));
    const isOptional = member(entry, "isOptional") === true && value !== UNKNOWN;
    const { factory } = ts;
    return factory.createIndexSignature(
      undefined,
      [factory.createParameterDeclaration(undefined, undefined, "key", undefined, key)],
      isOptional ? withUndefined(value) : value,
    );
  });
}

function withUndefined(type: ts.TypeNode): ts.TypeNode {
  return tsUnion([...(ts.isUnionTypeNode(type) ? type.types : [type]), UNDEFINED]);
}

function templateNode(prefix: string): ts.TypeNode {
  const end = ts.factory.createTemplateLiteralTypeSpan(STRING, ts.factory.createTemplateTail(""));
  return ts.factory.createTemplateLiteralType(ts.factory.createTemplateHead(prefix), [end]);
}

/** Items of a list's start that may be missing are optional. */
function tupleNode(type: JsonObject, below: Below): ts.TypeNode {
  const prefix = arrayMember(type, "prefix").map((item, index) =>
    index < Number(type["min"]) ? below(item) : ts.factory.createOptionalTypeNode(below(item)),
  );
  const rest = member(type, "rest");
  const others =
    rest === undefined
      ? []
      : [ts.factory.createRestTypeNode(ts.factory.createArrayTypeNode(below(rest)))];
  return ts.factory.createTupleTypeNode([...prefix, ...others]);
}

/** The annotations of a schema that a comment repeats, safe to stand in one. */
export function annotations(schema: Json): JsonObject {
  if (!isObject(schema)) return {};
  const { title, description, format, deprecated, examples } = schema;
  const texts = Object.entries({ title, description, format }).flatMap(([name, text]) =>
    typeof text === "string" ? [[name, comment(text)]] : [],
  );
  const values = ["default", "example"].flatMap((name) => {
    const value = member(schema, name);
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
