import { setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { ParameterDescriptor, ValueShape } from "../operation.ts";
import { queryDecode } from "./percent-encoding.ts";
import { compoundShape, fromText, memberShape, objectShape } from "./text-value.ts";

/** Deeper nesting is taken for hostile and left unread. */
const deepestNesting = 32;

interface Node {
  readonly texts: string[];
  readonly members: Map<string, Node>;
}

const newNode = (): Node => ({ texts: [], members: new Map() });

/**
 * Reads `color[R]=100&color[G]=200` back as an object (OpenAPI 3.1, "Style Examples",
 * `deepObject`); further brackets nest. A name whose brackets do not pair is left unread.
 *
 * @param pairs the query's names decoded, its values still encoded.
 */
export function decodeDeepObject(
  parameter: ParameterDescriptor,
  pairs: Iterable<{ readonly name: string; readonly text: string }>,
): unknown {
  const root = newNode();
  for (const { name, text } of pairs) {
    const path = name.startsWith(`${parameter.name}[`)
      ? bracketedNames(name.slice(parameter.name.length))
      : undefined;
    if (path) leafOf(root, path).texts.push(queryDecode(text));
  }
  return root.members.size === 0 ? undefined : toValue(root, parameter.shape ?? "any");
}

function bracketedNames(brackets: string): string[] | undefined {
  if (!/^(?:\[[^[\]]*\])+$/.test(brackets)) return undefined;
  const names = brackets.slice(1, -1).split("][");
  return names.length <= deepestNesting ? names : undefined;
}

function leafOf(root: Node, path: readonly string[]): Node {
  let node = root;
  for (const name of path) {
    const next = node.members.get(name) ?? newNode();
    node.members.set(name, next);
    node = next;
  }
  return node;
}

function toValue(node: Node, shape: ValueShape): unknown {
  if (node.members.size > 0) {
    const described = objectShape(shape) ?? { object: {} };
    const value: JsonObject = {};
    for (const [name, member] of node.members) {
      setMember(value, name, toValue(member, memberShape(described, name)));
    }
    return value;
  }
  const compound = compoundShape(shape);
  if (compound && "array" in compound) {
    return node.texts.map((text) => fromText(text, compound.array));
  }
  const [first = "", ...others] = node.texts;
  return others.length === 0 ? fromText(first, shape) : node.texts;
}
