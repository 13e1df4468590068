import { distinctNames, type NameClaim, type NameHolder } from "../load/name/distinct-names.ts";
import { arrayMember, stringMember, toPointer, type Json, type JsonObject } from "../json/json.ts";
import { commonStart, fileName, groupName, typeName } from "../names/names.ts";
import type { OperationGroup } from "./api-model.ts";
import type { TaggedOperation } from "./build-operations.ts";
import { tagsByName } from "../load/openapi/tag-tree.ts";
import { checkTagParents, tagText } from "./describe-tags.ts";
import type { ModelContext } from "./model-context.ts";

/** The tag of operations that have no tag. */
const untagged = "default";

/**
 * The names that a tag cannot have, because the client has members and the packages have files of
 * that name.
 */
const reserved: ReadonlyMap<string, NameHolder> = new Map(
  [
    ...["core", "raw"].map((name) => `member ${name}`),
    ...["index", "core", "errors", "http", "oauth", "shared"].map((name) => `file ${name}`),
    "type WebhookReceiver",
  ].map((key) => [key, { what: "" }]),
);

/**
 * Returns everything that a group's name occupies. Files are compared in lower case, because some
 * file systems ignore case.
 */
function keysOf(name: string): readonly string[] {
  const file = fileName(name).toUpperCase().toLowerCase();
  return [`member ${name}`, `file ${file}`, `type ${typeName(name)}`];
}

/** A tag with at least one operation. */
interface TagClaim extends NameClaim {
  readonly description: string;
  readonly operations: readonly TaggedOperation[];
}

/**
 * Builds the groups, first in the order of the root's `tags`, then in the order of the operations.
 * If another tag or the packages already use a tag's name, it gets a number and a warning.
 */
export function buildGroups(
  context: ModelContext,
  operations: readonly TaggedOperation[],
): OperationGroup[] {
  const claims = tagClaims(context.document, operations);
  checkTagParents(context, tagsByName(context.document));
  const named = distinctNames(claims, keysOf, reserved);
  return claims.map((claim) => {
    const { name, rival } = named.get(claim) ?? { name: claim.name, rival: undefined };
    if (rival !== undefined) warn(context, claim, name, rival);
    return {
      kind: "tag",
      tag: claim.raw,
      description: claim.description,
      name,
      typeName: typeName(name),
      fileName: fileName(name),
      earlierNames: [],
      operations: claim.operations.map(({ operation }) => operation),
    };
  });
}

function tagClaims(document: JsonObject, operations: readonly TaggedOperation[]): TagClaim[] {
  const byTag = new Map<string, TaggedOperation[]>();
  const tags = tagsByName(document);
  const declared = new Map<string, { readonly tag: Json; readonly pointer: string }>();
  for (const [index, tag] of arrayMember(document, "tags").entries()) {
    const name = stringMember(tag, "name");
    if (name === undefined) continue;
    if (!declared.has(name)) declared.set(name, { tag, pointer: toPointer(["tags", index]) });
    byTag.set(name, []);
  }
  for (const tagged of operations) {
    const tag = tagged.tag ?? untagged;
    byTag.set(tag, [...(byTag.get(tag) ?? []), tagged]);
  }
  return [...byTag].flatMap(([raw, members]): TagClaim[] => {
    const [first] = members;
    if (first === undefined) return [];
    const { tag, pointer = first.operation.pointer } = declared.get(raw) ?? {};
    const given = stringMember(tag, "x-name");
    const description = tagText(tags, raw);
    const name = groupName(given ?? wordsOf(raw, members));
    const rank = given === undefined ? 1 : 0;
    return [
      {
        raw,
        name,
        stem: name,
        rank,
        what: `tag ${raw}`,
        pointer,
        description,
        operations: members,
      },
    ];
  });
}

/**
 * Returns the text that names a tag in code: the tag, or, if an identifier cannot begin as the tag does,
 * the words with which all its operationIds begin. So `1-Click Applications` is `oneClicks`.
 */
function wordsOf(tag: string, members: readonly TaggedOperation[]): string {
  if (!/^[^\p{L}]*\d/u.test(tag)) return tag;
  return commonStart(members.map(({ operation }) => operation.id)) || tag;
}

function warn(context: ModelContext, claim: TagClaim, name: string, rival: NameHolder): void {
  const pointer = claim.pointer ?? "";
  if (rival.pointer === undefined) {
    const message = `tag ${claim.raw} has a name that the packages use themselves, so it is called ${name}`;
    context.report("tag-reserved", message, pointer, "give it an x-name");
    return;
  }
  const message = `${claim.what} and ${rival.what} get the same name, so this one is called ${name}`;
  const hint = "rename one of the tags, or give it an x-name";
  context.report("tag-collision", message, pointer, hint, [rival.pointer]);
}
