import { setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { ParameterDescriptor, ValueShape } from "../operation.ts";
import { emptyValueOf } from "./decode.ts";
import { queryDecode } from "./percent-encoding.ts";
import { arrayShape, fromText, memberShape, objectShape, primitiveShape } from "./text-value.ts";

/** Names with deeper nesting are ignored as hostile. */
const deepestNesting = 32;

interface Node {
  readonly texts: string[];
  readonly members: Map<string, Node>;
}

const newNode = (): Node => ({ texts: [], members: new Map() });

/**
 * Decodes `color[R]=100&color[G]=200` to an object (OpenAPI 3.1, "Style Examples", `deepObject`);
 * further brackets nest. Array items are named by their index, by `[]`, or by the array's own name. Names
 * with unbalanced brackets are ignored.
 *
 * @param pairs the query with decoded names and still encoded values
 */
export function decodeDeepObject(
  parameter: ParameterDescriptor,
  pairs: Iterable<{ readonly name: string; readonly text: string }>,
): unknown {
  const root = newNode();
  for (const { name, text } of pairs) {
    if (name === parameter.name) root.texts.push(queryDecode(text));
    const path = name.startsWith(`${parameter.name}[`)
      ? bracketedNames(name.slice(parameter.name.length))
      : undefined;
    if (path) leafOf(root, path).texts.push(queryDecode(text));
  }
  if (root.members.size === 0) {
    if (root.texts.length === 0) return undefined;
    if (parameter.allowEmptyValue && root.texts.length === 1 && root.texts[0] === "")
      return emptyValueOf(parameter.shape ?? "any");
  }
  return toValue(root, parameter.shape ?? "any");
}

/** True if a name of a query belongs to a `deepObject` parameter. */
export function isDeepObjectName(parameter: ParameterDescriptor, name: string): boolean {
  return name === parameter.name || name.startsWith(`${parameter.name}[`);
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
  const array = arrayShape(shape);
  const object = objectShape(shape);
  const isList = [...node.members.keys()].every((name) => /^\d*$/.test(name));
  if (node.members.size === 0) {
    const [first = "", ...others] = node.texts;
    const isSingle = others.length === 0 && (array === undefined || primitiveShape(shape));
    if (isSingle) return fromText(first, primitiveShape(shape) ?? shape);
    return array ? node.texts.map((text) => fromText(text, array.array)) : node.texts;
  }
  if (isList && (array || shape === "any")) return toList(node, array?.array ?? "any");
  const described = object ?? { object: {} };
  const value: JsonObject = {};
  for (const [name, member] of node.members) {
    setMember(value, name, toValue(member, memberShape(described, name)));
  }
  return value;
}

/** Orders items by index; those named by `[]` or the array's own name come last. */
function toList(node: Node, shape: ValueShape): unknown[] {
  const indexed = [...node.members].filter(([name]) => name !== "");
  indexed.sort(([left], [right]) => Number(left) - Number(right));
  const texts = [...(node.members.get("")?.texts ?? []), ...node.texts];
  return [
    ...indexed.map(([, member]) => toValue(member, shape)),
    ...texts.map((text) => fromText(text, shape)),
  ];
}
