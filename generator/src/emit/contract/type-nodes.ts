import {
  transformSchemaObject,
  tsWithRequired,
  type SchemaObject,
  type TransformNodeOptions,
} from "openapi-typescript";
import ts from "typescript";
import { arrayMember, member, stringMember, type Json, type JsonObject } from "../../json.ts";
import { isBinary } from "../../compile/file-schemas.ts";

type TypeNodes = (schema: SchemaObject, options: TransformNodeOptions) => ts.TypeNode | undefined;

/**
 * Makes the types that openapi-typescript has no form for; see the model's `typeSchema`. It asks for
 * some schemas twice, so that what was made is kept.
 */
export function createTypeNodes(): TypeNodes {
  const known = new WeakMap<object, ts.TypeNode>();
  return (schema, options) => {
    const type = (schema as { type?: unknown } | undefined)?.type;
    if (typeof type !== "string") return undefined;
    const found = known.get(schema);
    if (found !== undefined) return found;
    const node = typeNode(schema as unknown as JsonObject, options);
    if (node !== undefined) known.set(schema, node);
    return node;
  };
}

function typeNode(schema: JsonObject, options: TransformNodeOptions): ts.TypeNode | undefined {
  const below = (inner: Json | undefined): ts.TypeNode =>
    transformSchemaObject(inner as unknown as SchemaObject, options);
  switch (schema["type"]) {
    case "list":
      return ts.factory.createArrayTypeNode(below(schema["items"]));
    case "tuple":
      return tupleNode(schema, below);
    case "mixed":
      return mixedNode(schema, below);
    case "with-required": {
      const keys = arrayMember(schema, "keys").map(String);
      return tsWithRequired(below(schema["schema"]), keys, options.ctx.injectFooter);
    }
    case "empty":
      return recordOf(ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword));
    case "hollow":
      return ts.factory.createTypeLiteralNode([]);
    default:
      return isBinary(schema) ? ts.factory.createTypeReferenceNode("Blob") : undefined;
  }
}

function recordOf(value: ts.TypeNode): ts.TypeNode {
  const key = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  return ts.factory.createTypeReferenceNode("Record", [key, value]);
}

type Below = (inner: Json | undefined) => ts.TypeNode;

/** Whatever of a list's start need not be there is optional. */
function tupleNode(schema: JsonObject, below: Below): ts.TypeNode {
  const prefix = arrayMember(schema, "prefix").map((item, index) => {
    const node = below(item);
    const isThere = index < Number(schema["min"]);
    return isThere ? node : ts.factory.createOptionalTypeNode(node);
  });
  const rest = member(schema, "rest");
  const others =
    rest === undefined
      ? []
      : [ts.factory.createRestTypeNode(ts.factory.createArrayTypeNode(below(rest)))];
  return ts.factory.createTupleTypeNode([...prefix, ...others]);
}

/** Named members, and the types of others by what their names start with. */
function mixedNode(schema: JsonObject, below: Below): ts.TypeNode {
  const { properties = {}, required = [] } = schema;
  const named = below({ type: "object", properties, required });
  const members = ts.isTypeLiteralNode(named) ? named.members : [];
  const signatures = arrayMember(schema, "index").map((entry) => indexSignature(entry, below));
  return ts.factory.createTypeLiteralNode([...members, ...signatures]);
}

function indexSignature(entry: Json, below: Below): ts.IndexSignatureDeclaration {
  const prefix = stringMember(entry, "prefix") ?? "";
  const text = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const key =
    prefix === ""
      ? text
      : ts.factory.createTemplateLiteralType(ts.factory.createTemplateHead(prefix), [
          ts.factory.createTemplateLiteralTypeSpan(text, ts.factory.createTemplateTail("")),
        ]);
  const value = below(member(entry, "schema"));
  const isUnknown = value.kind === ts.SyntaxKind.UnknownKeyword;
  const type =
    member(entry, "isOptional") === true && !isUnknown
      ? ts.factory.createUnionTypeNode([
          ...(ts.isUnionTypeNode(value) ? value.types : [value]),
          ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword),
        ])
      : value;
  const parameter = ts.factory.createParameterDeclaration(
    undefined,
    undefined,
    "key",
    undefined,
    key,
  );
  return ts.factory.createIndexSignature(undefined, [parameter], type);
}
