import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type ParsedNode,
} from "yaml";
import type { Json } from "../../../json/json.ts";
import type { RepeatedKey } from "../json-faults.ts";
import { TextPlaces } from "../text-places.ts";
import { memberName } from "./yaml-scalars.ts";

/** What a YAML text says, and what is wrong with it. */
export interface ComposedYaml {
  /** `undefined` if the text is empty or has a fault. */
  readonly value: Json | undefined;
  readonly places?: TextPlaces;
  readonly repeatedKeys: readonly RepeatedKey[];
  readonly fault?: YamlFault;
}

/** The first fault of a text. Those after it are usually consequences. */
interface YamlFault {
  readonly message: string;
  readonly offset: number;
  /** True if the text has others. */
  readonly hasOthers: boolean;
}

/**
 * Reads any YAML text, with the parser and the composer of `yaml`. Their trees are let go as soon as values and
 * places are known.
 */
export function composeYaml(text: string): ComposedYaml {
  const document = parseDocument(text, {
    // OpenAPI allows only JSON values, whatever the YAML version and the tags of a text.
    schema: "core",
    resolveKnownTags: false,
    // No part of YAML 1.2, but descriptions that repeat their responses use it, and other tools read it.
    merge: true,
    logLevel: "error",
    prettyErrors: false,
    // Checking for unique keys takes quadratic time.
    uniqueKeys: false,
  });
  const [first, ...others] = document.errors.toSorted((one, other) => one.pos[0] - other.pos[0]);
  if (first !== undefined)
    return rejected({
      message: first.message,
      offset: first.pos[0],
      hasOthers: others.length > 0,
    });
  const unmerged = mergeFault(document);
  if (unmerged !== undefined) return rejected(unmerged);
  try {
    const value = (document.toJS({ maxAliasCount: 1000 }) as Json | null) ?? undefined;
    const places = new TextPlaces(text);
    addPlaces(places, document.contents);
    return { value, places, repeatedKeys: repeatedKeys(document) };
  } catch (error) {
    // An alias without an anchor, or too many nested aliases.
    if (error instanceof ReferenceError)
      return rejected({ message: error.message, offset: 0, hasOthers: false });
    throw error;
  }
}

const rejected = (fault: YamlFault): ComposedYaml => ({
  value: undefined,
  repeatedKeys: [],
  fault,
});

/** Adds the places of all that is in a node. */
function addPlaces(places: TextPlaces, root: ParsedNode | null): void {
  /** The places of what anchors name. A later anchor of the same name replaces an earlier one. */
  const anchored = new Map<string, number>();
  function addNode(place: number, node: ParsedNode | null): void {
    if (isAlias(node)) {
      const target = anchored.get(node.source);
      if (target !== undefined) places.alias(place, target);
      return;
    }
    if (node?.anchor !== undefined) anchored.set(node.anchor, place);
    if (isSeq(node)) for (const item of node.items) addPart(item, item);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (isMergeKey(key))
        for (const source of mergeSources(value))
          places.merge(place, addPart(source, source, "<<"));
      else if (isScalar(key)) addPart(key, value, memberName(key.value as Json));
    }
  }
  function addPart(start: ParsedNode, node: ParsedNode | null, name?: string): number {
    const place = places.open(start.range[0], name);
    addNode(place, node);
    places.close(place);
    return place;
  }
  addNode(0, root);
}

/** True for a plain `<<`, whose value is one map or several, the members of which its map has, too. */
const isMergeKey = (key: unknown): boolean => isScalar(key) && typeof key.value === "symbol";

/** Finds what is merged and is no map, nor an alias of one. */
function mergeFault(document: Document.Parsed): YamlFault | undefined {
  let fault: YamlFault | undefined;
  visit(document, {
    Map(_, { items }) {
      for (const { key, value } of items) {
        if (!isMergeKey(key)) continue;
        const sources = mergeSources(value as ParsedNode | null);
        const named = sources.map((one) => (isAlias(one) ? one.resolve(document) : one));
        if (named.length > 0 && named.every((one) => isMap(one))) continue;
        const offset = (key as ParsedNode).range[0];
        fault = { message: "<< takes a map, or an alias of one", offset, hasOthers: false };
        return visit.BREAK;
      }
      return undefined;
    },
  });
  return fault;
}

const mergeSources = (value: ParsedNode | null): readonly ParsedNode[] =>
  isSeq(value) ? value.items : value === null ? [] : [value];

/** Finds keys that occur several times in one map (YAML 1.2.2, section 3.2.1.3: keys are unique). */
function repeatedKeys(document: Document.Parsed): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  visit(document, {
    Map(_, { items }) {
      const keys = new Map<unknown, number[]>();
      for (const { key } of items) {
        if (!isScalar(key) || isMergeKey(key)) continue;
        const offsets = keys.get(key.value) ?? [];
        if (offsets.push(key.range?.[0] ?? 0) === 2)
          repeated.push({ key: String(key.value), offsets });
        keys.set(key.value, offsets);
      }
    },
  });
  return repeated;
}
