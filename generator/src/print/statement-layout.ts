import type { Doc } from "prettier";
import { builders, printer } from "prettier/doc";
import type {
  ClassDeclarationStructure,
  ExportDeclarationStructure,
  FunctionDeclarationStructure,
  InterfaceDeclarationStructure,
  MethodDeclarationStructure,
  MethodSignatureStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  PropertyDeclarationStructure,
  PropertySignatureStructure,
  TypeAliasDeclarationStructure,
  TypeParameterDeclarationStructure,
} from "ts-morph";
import { structureKinds } from "../emit/structure-kinds.ts";
import type { ModuleStructure } from "../emit/emitted-file.ts";
import { bodyLayout } from "./body-layout.ts";
import { documentationLayout, withMarkdownBreaks } from "./comment-layout.ts";
import { lineWidth } from "./print-data.ts";
import { isSpreadUnion, typeLayout } from "./type-layout.ts";

const {
  group,
  hardline,
  ifBreak,
  indent,
  indentIfBreak,
  join,
  line,
  softline,
  lineSuffixBoundary,
} = builders;

/**
 * The text of a file's statements, laid out just as prettier has it but without its parser: what
 * emitters write has few forms. `undefined` where one of them is another, which prettier then prints.
 */
export function layOutStatements({ statements }: ModuleStructure): string | undefined {
  if (!Array.isArray(statements)) return undefined;
  const texts: string[] = [];
  for (const statement of statements) {
    const layout = statementLayout(statement);
    if (layout === undefined) return undefined;
    texts.push(printLayout(layout));
  }
  return `${texts.join("\n\n")}\n`;
}

function printLayout(layout: Doc): string {
  const { formatted } = printer.printDocToString(layout, {
    printWidth: lineWidth,
    tabWidth: 2,
    useTabs: false,
  });
  return withMarkdownBreaks(formatted);
}

type Statement = Extract<ModuleStructure["statements"], readonly unknown[]>[number];

function statementLayout(statement: Statement): Doc | undefined {
  if (typeof statement !== "object") return undefined;
  switch (statement.kind) {
    case structureKinds.typeAlias:
      return aliasLayout(statement);
    case structureKinds.interface:
      return interfaceLayout(statement);
    case structureKinds.class:
      return classLayout(statement);
    case structureKinds.function:
      return functionLayout(statement);
    case structureKinds.exportDeclaration:
      return exportLayout(statement);
    default:
      return undefined;
  }
}

/** A layout of parts; `undefined` where one of them has none. */
function all(...parts: readonly (Doc | undefined)[]): Doc | undefined {
  return parts.includes(undefined) ? undefined : (parts as Doc[]);
}

function joined(separator: Doc, parts: readonly (Doc | undefined)[]): Doc | undefined {
  return parts.includes(undefined) ? undefined : join(separator, parts as Doc[]);
}

function aliasLayout({
  name,
  docs,
  type,
  typeParameters,
}: TypeAliasDeclarationStructure): Doc | undefined {
  if (typeof type !== "string") return undefined;
  const left = all("export type ", name, typeParametersLayout(typeParameters));
  const right = typeLayout(type, "alias");
  if (left === undefined || right === undefined) return undefined;
  const head = documentationLayout(docs as Documentation);
  if (isSpreadUnion(type))
    return [head, group([group(left), " =", group(indent([line, right]))]), ";"];
  const id = Symbol("assignment");
  return [
    head,
    group([
      group(left),
      " =",
      group(indent(line), { id }),
      lineSuffixBoundary,
      indentIfBreak(right, { groupId: id }),
    ]),
    ";",
  ];
}

type Documentation = readonly { readonly description: string }[] | undefined;

function typeParametersLayout(
  parameters: readonly (OptionalKind<TypeParameterDeclarationStructure> | string)[] | undefined,
): Doc | undefined {
  if (parameters === undefined || parameters.length === 0) return "";
  const layouts = parameters.map((parameter): Doc | undefined => {
    if (typeof parameter === "string") return undefined;
    const { name, default: initial } = parameter;
    if (initial === undefined) return name;
    return typeof initial === "string" ? all(name, " = ", typeLayout(initial, "alias")) : undefined;
  });
  const list = joined([",", line], layouts);
  return list && group(["<", indent([softline, list]), ifBreak(","), softline, ">"]);
}

function interfaceLayout(structure: InterfaceDeclarationStructure): Doc | undefined {
  const { name, docs, properties = [], methods = [], typeParameters } = structure;
  const head = all("export interface ", name, typeParametersLayout(typeParameters), " ");
  const layouts = [...properties.map(propertyLayout), ...methods.map(methodLayout)];
  const members = joined(hardline, layouts);
  if (head === undefined || members === undefined) return undefined;
  const body = layouts.length === 0 ? "{}" : ["{", indent([hardline, members]), hardline, "}"];
  return [documentationLayout(docs as Documentation), group(head), body];
}

function methodLayout(method: OptionalKind<MethodSignatureStructure>): Doc | undefined {
  const { name, docs, parameters = [], returnType } = method;
  const list = parametersLayout(parameters);
  const result = typeof returnType === "string" ? typeLayout(returnType, "member") : undefined;
  if (list === undefined || result === undefined) return undefined;
  return [documentationLayout(docs as Documentation), group([name, list, ": ", result]), ";"];
}

type Property = Pick<
  OptionalKind<PropertySignatureStructure>,
  "name" | "type" | "docs" | "hasQuestionToken" | "isReadonly"
>;

function propertyLayout(property: Property): Doc | undefined {
  const { name, type, docs, hasQuestionToken = false, isReadonly = false } = property;
  if (typeof type !== "string") return undefined;
  const start = [
    documentationLayout(docs as Documentation),
    isReadonly ? "readonly " : "",
    name,
    hasQuestionToken ? "?: " : ": ",
  ];
  return all(start, typeLayout(type, "member"), ";");
}

function classLayout({
  name,
  docs,
  properties = [],
  ctors = [],
  methods = [],
  extends: parent,
}: ClassDeclarationStructure): Doc | undefined {
  const members = [
    ...properties.map(
      (property) => constantLayout(property) ?? propertyLayout(property as Property),
    ),
    ...ctors.map((constructor) => callableLayout("constructor", constructor)),
    ...methods.map((method) => callableLayout(method.name, method)),
  ];
  const body = joined([hardline, hardline], members);
  if (body === undefined || name === undefined) return undefined;
  if (parent !== undefined && typeof parent !== "string") return undefined;
  const head = `export class ${name}${parent === undefined ? "" : ` extends ${parent}`} {`;
  if (head.length > lineWidth) return undefined;
  return [
    documentationLayout(docs as Documentation),
    head,
    indent([hardline, body]),
    hardline,
    "}",
  ];
}

/** `override name = "…";` */
function constantLayout({
  name,
  type,
  docs,
  initializer,
  hasOverrideKeyword,
}: OptionalKind<PropertyDeclarationStructure>): Doc | undefined {
  if (typeof initializer !== "string" || type !== undefined || docs !== undefined) return undefined;
  const text = `${hasOverrideKeyword === true ? "override " : ""}${name} = ${initializer};`;
  return text.length > lineWidth - 2 ? undefined : text;
}

function functionLayout(structure: FunctionDeclarationStructure): Doc | undefined {
  const { name, typeParameters } = structure;
  const start = all(name, typeParametersLayout(typeParameters));
  return start && callableLayout(start, structure, "export function ");
}

type Callable = Pick<
  OptionalKind<MethodDeclarationStructure>,
  "docs" | "parameters" | "returnType" | "statements"
>;

function callableLayout(start: Doc, callable: Callable, lead = ""): Doc | undefined {
  const { docs, parameters = [], returnType, statements } = callable;
  const list = parametersLayout(parameters);
  const result =
    returnType === undefined
      ? ""
      : typeof returnType === "string"
        ? all(": ", typeLayout(returnType, "member"))
        : undefined;
  const body = Array.isArray(statements) ? bodyLayout(statements) : undefined;
  if (list === undefined || result === undefined || body === undefined) return undefined;
  return [
    documentationLayout(docs as Documentation),
    lead,
    // Type parameters break with what follows them.
    group([start, list, result]),
    " {",
    indent([hardline, body]),
    hardline,
    "}",
  ];
}

function parametersLayout(
  parameters: readonly OptionalKind<ParameterDeclarationStructure>[],
): Doc | undefined {
  if (parameters.length === 0) return "()";
  const layouts = parameters.map((parameter): Doc | undefined => {
    const {
      name,
      type,
      hasQuestionToken = false,
      isRestParameter = false,
      initializer,
    } = parameter;
    if (typeof type !== "string" || type.startsWith("{")) return undefined;
    if (initializer !== undefined && typeof initializer !== "string") return undefined;
    const head = `${isRestParameter ? "..." : ""}${name}${hasQuestionToken ? "?" : ""}: `;
    return all(
      head,
      typeLayout(type, "member"),
      initializer === undefined ? "" : ` = ${initializer}`,
    );
  });
  const list = joined([",", line], layouts);
  const isOpenEnded = parameters.at(-1)?.isRestParameter === true;
  return list && ["(", indent([softline, list]), isOpenEnded ? "" : ifBreak(","), softline, ")"];
}

function exportLayout({
  moduleSpecifier,
  namedExports,
  isTypeOnly,
}: ExportDeclarationStructure): Doc | undefined {
  if (moduleSpecifier === undefined) return undefined;
  const from = ` from ${JSON.stringify(moduleSpecifier)};`;
  const lead = isTypeOnly === true ? "export type " : "export ";
  if (namedExports === undefined) return [lead, "*", from];
  if (!Array.isArray(namedExports)) return undefined;
  const names = namedExports.map((name) => (typeof name === "string" ? name : undefined));
  if (names.length === 1) return all(lead, "{ ", names[0], " }", from);
  const list = joined([",", line], names);
  return list && [lead, group(["{", indent([line, list]), ifBreak(","), line, "}"]), from];
}
