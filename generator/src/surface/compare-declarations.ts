import ts from "typescript";
import type { ApiChangeCode } from "./api-change.ts";
import { inOrder, memberName, normalText } from "./normal-text.ts";
import type { Declaration } from "./surface.ts";

/**
 * Whose code may no longer compile after a change: code that reads the values, or code that writes
 * them.
 */
export interface Breaks {
  readonly readers: boolean;
  readonly writers: boolean;
}

/** A difference between two declarations of the same name. */
export interface DeclarationChange {
  readonly code: ApiChangeCode;
  readonly member: readonly string[];
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** `undefined` if only a comparison of the types can tell. */
  readonly breaks: Breaks | undefined;
}

type Member = ts.TypeElement | ts.ClassElement;

const nobody: Breaks = { readers: false, writers: false };
const everybody: Breaks = { readers: true, writers: true };

/**
 * Returns the differences between two declarations, by member if both are object types.
 * Declarations with the same text have none.
 */
export function compareDeclarations(base: Declaration, head: Declaration): DeclarationChange[] {
  const found: DeclarationChange[] = [];
  if (head.isDeprecated && !base.isDeprecated)
    found.push({ code: "api-deprecated", member: [], ...texts(base, head), breaks: nobody });
  const [before, after] = [membersOf(base), membersOf(head)];
  const isSameHead = headOf(base) === headOf(head);
  if (before !== undefined && after !== undefined && isSameHead)
    return [...found, ...compareMembers({ base, head, path: [] }, before, after)];
  if (base.text === head.text) return found;
  return [...found, { code: "type-changed", member: [], ...texts(base, head), breaks: undefined }];
}

const texts = (base: Declaration, head: Declaration) => ({ base: base.text, head: head.text });

/** Returns the members of a declared object type; `undefined` for any other declaration. */
function membersOf({ nodes }: Declaration): readonly Member[] | undefined {
  const [node, ...others] = nodes;
  if (node === undefined || others.length > 0) return undefined;
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) return [...node.members];
  const isTyped = ts.isTypeAliasDeclaration(node) || ts.isVariableDeclaration(node);
  if (isTyped && node.type !== undefined && ts.isTypeLiteralNode(node.type))
    return [...node.type.members];
  return undefined;
}

/** Returns the text before the members: the kind, the type parameters, and what it extends. */
const headOf = ({ text }: Declaration): string => text.slice(0, text.indexOf("{"));

interface Compared {
  readonly base: Declaration;
  readonly head: Declaration;
  readonly path: readonly string[];
}

function compareMembers(
  compared: Compared,
  before: readonly Member[],
  after: readonly Member[],
): DeclarationChange[] {
  const [base, head] = [byName(before), byName(after)];
  const names = [...new Set([...base.keys(), ...head.keys()])].toSorted(inOrder);
  return names.flatMap((name) => compareMember(compared, name, base.get(name), head.get(name)));
}

/** The members of one name: a single one, or overloads. */
interface NamedMembers {
  readonly nodes: readonly Member[];
  readonly text: string;
  readonly isOptional: boolean;
  readonly isDeprecated: boolean;
}

function byName(members: readonly Member[]): Map<string, NamedMembers> {
  const named = [...Map.groupBy(members, memberName)].map(([name, nodes]) => {
    const one: NamedMembers = {
      nodes,
      text: nodes.map(normalText).join("\n"),
      isOptional: nodes.every(isOptional),
      isDeprecated: nodes.every((node) => ts.getJSDocDeprecatedTag(node) !== undefined),
    };
    return [name, one] as const;
  });
  return new Map(named);
}

const isOptional = (node: Member): boolean =>
  "questionToken" in node && node.questionToken !== undefined;

function compareMember(
  { base, head, path }: Compared,
  name: string,
  before: NamedMembers | undefined,
  after: NamedMembers | undefined,
): DeclarationChange[] {
  const isDeprecated = after?.isDeprecated === true && before?.isDeprecated === false;
  if (before?.text === after?.text && !isDeprecated) return [];
  // Members without a name, such as index signatures, are compared as part of the whole type.
  if (name === "")
    return [{ code: "type-changed", member: path, ...texts(base, head), breaks: undefined }];
  const member = [...path, name];
  const change = { member, base: before?.text, head: after?.text };
  if (after === undefined) return [{ ...change, code: "member-removed", breaks: everybody }];
  if (before === undefined)
    return after.isOptional
      ? [{ ...change, code: "member-added", breaks: nobody }]
      : [{ ...change, code: "required-member-added", breaks: { readers: false, writers: true } }];
  const found: DeclarationChange[] = [];
  if (isDeprecated) found.push({ ...change, code: "api-deprecated", breaks: nobody });
  if (before.isOptional && !after.isOptional)
    found.push({
      ...change,
      code: "member-became-required",
      breaks: { readers: false, writers: true },
    });
  if (!before.isOptional && after.isOptional)
    found.push({
      ...change,
      code: "member-became-optional",
      breaks: { readers: true, writers: false },
    });
  const [one, other] = [literalOf(before), literalOf(after)];
  if (one !== undefined && other !== undefined)
    return [...found, ...compareMembers({ base, head, path: member }, one, other)];
  if (typeText(before) === typeText(after)) return found;
  return [...found, { ...change, code: "type-changed", breaks: undefined }];
}

/**
 * Returns the members of a property whose type is an object literal; `undefined` for any other
 * member.
 */
function literalOf({ nodes }: NamedMembers): readonly Member[] | undefined {
  const [node] = nodes;
  const isProperty =
    node !== undefined && (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node));
  return isProperty && node.type !== undefined && ts.isTypeLiteralNode(node.type)
    ? [...node.type.members]
    : undefined;
}

/** Returns the text of a member without its `?`. */
const typeText = ({ text }: NamedMembers): string => text.replace(/^([^:(]*)\?([:(])/, "$1$2");
