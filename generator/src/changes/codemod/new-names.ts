import type TypeScript from "typescript";
import type { GroupedOperation } from "../diff/change-types.ts";
import type { OperationRename, Renames } from "../diff/find-renames.ts";
import type { GeneratedSources } from "../impact/generated-sources.ts";
import type { OverlaidFiles } from "../impact/overlaid-files.ts";
import {
  operationGroups,
  type ApiModel,
  type OperationGroup,
} from "@openapi-packages/description/model/api-model";

/** The two descriptions, with the code that would be generated from them. */
export interface NamedSides {
  readonly base: { readonly model: ApiModel; readonly sources: GeneratedSources };
  readonly head: { readonly model: ApiModel; readonly sources: GeneratedSources };
}

/** A renamed part of a name. */
interface Stem {
  readonly from: string;
  readonly to: string;
}

/** Maps declarations in code generated from the earlier description to their names in the later one. */
export class NewNames {
  /** The later operationIds, by earlier ones. */
  readonly ids: ReadonlyMap<string, string>;
  /** All operationIds of the earlier description. */
  readonly baseIds: ReadonlySet<string>;
  readonly #ts: typeof TypeScript;
  readonly #renames: Renames;
  readonly #sides: NamedSides;
  readonly #files: OverlaidFiles;
  readonly #groups: ReadonlyMap<string, OperationGroup>;
  readonly #stems: readonly Stem[];
  readonly #exports = new Map<GeneratedSources, Map<string, ReadonlySet<string>>>();

  /** @param files the files with the code of the earlier description */
  constructor(ts: typeof TypeScript, renames: Renames, sides: NamedSides, files: OverlaidFiles) {
    this.#ts = ts;
    this.#renames = renames;
    this.#sides = sides;
    this.#files = files;
    this.#groups = renamedGroups(renames.operations, sides.head.model);
    this.#stems = stemsOf(renames, this.#groups);
    const called = renames.operations.filter(
      ({ base, head }) => base.operation.id !== head.operation.id,
    );
    this.ids = new Map(called.map(({ base, head }) => [base.operation.id, head.operation.id]));
    const all = operationGroups(sides.base.model).flatMap(({ operations }) => operations);
    this.baseIds = new Set(all.map(({ id }) => id));
  }

  /**
   * Returns the later name of a declaration in generated code; `undefined` if it is the same, or if there is
   * none.
   */
  nameOf(declaration: TypeScript.Node): string | undefined {
    const name = this.#nameText(declaration);
    const path = this.#files.generatedPath(declaration.getSourceFile().fileName);
    if (name === undefined || path === undefined) return undefined;
    const { owner, members } = this.#place(declaration);
    if (owner === undefined) return undefined;
    return members.length === 0
      ? this.#exportName(path.slice(0, path.indexOf("/")), name)
      : this.#memberName(owner, members, path);
  }

  /**
   * Returns the operation that a member of an earlier group was, if that operation alone moved to another
   * group.
   */
  regrouped(declaration: TypeScript.Node): OperationRename | undefined {
    const { owner, members } = this.#place(declaration);
    const [member, ...more] = members;
    if (owner === undefined || more.length > 0) return undefined;
    return this.#renames.operations.find(
      ({ base, head }) =>
        base.group.name !== head.group.name &&
        !this.#groups.has(base.group.name) &&
        base.operation.methodName === member &&
        owner.startsWith(base.group.typeName),
    );
  }

  /** True if a declaration is the group's member in the whole client or the handlers. */
  isGroupMember(declaration: TypeScript.Node, { group }: GroupedOperation): boolean {
    const { members } = this.#place(declaration);
    return members.length === 1 && members[0] === group.name;
  }

  /**
   * Returns the earlier and the later name of a generated module, without extension; `undefined` if they are
   * equal.
   */
  moduleOf(file: string): { readonly from: string; readonly to: string } | undefined {
    const path = this.#files.generatedPath(file);
    if (path === undefined) return undefined;
    for (const [, group] of this.#groups) {
      const before = this.#sides.base.model.groups.find(
        ({ name }) => this.#groups.get(name) === group,
      );
      if (before === undefined || before.fileName === group.fileName) continue;
      const ending = new RegExp(`/${before.fileName}(\\.d)?\\.[jt]s$`);
      const later: string = path.replace(ending, `/${group.fileName}$1.ts`);
      if (later !== path && this.#sides.head.sources.has(later))
        return { from: before.fileName, to: group.fileName };
    }
    return undefined;
  }

  #nameText(declaration: TypeScript.Node): string | undefined {
    const name = this.#ts.getNameOfDeclaration(declaration as TypeScript.Declaration);
    if (name === undefined) return undefined;
    return this.#ts.isIdentifier(name) || this.#ts.isStringLiteral(name) ? name.text : undefined;
  }

  /** Returns the top-level declaration that contains a declaration, and the path of members between them. */
  #place(declaration: TypeScript.Node): {
    readonly owner: string | undefined;
    readonly members: readonly string[];
  } {
    const members: string[] = [];
    for (let node = declaration; !this.#ts.isSourceFile(node); node = node.parent) {
      const isTop =
        this.#ts.isInterfaceDeclaration(node) ||
        this.#ts.isTypeAliasDeclaration(node) ||
        this.#ts.isFunctionDeclaration(node) ||
        this.#ts.isClassDeclaration(node) ||
        (this.#ts.isVariableDeclaration(node) && this.#ts.isSourceFile(node.parent.parent.parent));
      if (isTop) return { owner: this.#nameText(node), members };
      const isMember =
        this.#ts.isPropertySignature(node) ||
        this.#ts.isMethodSignature(node) ||
        this.#ts.isPropertyAssignment(node);
      const name = isMember ? this.#nameText(node) : undefined;
      if (name !== undefined) members.unshift(name);
    }
    return { owner: undefined, members };
  }

  /** Returns a name with its renamed part replaced, if the later code has that name. */
  #exportName(folder: string, name: string): string | undefined {
    for (const { from, to } of this.#stems) {
      const part = /^[a-z_]/.test(from)
        ? `^${escaped(from)}(?![a-z0-9])`
        : `${escaped(from)}(?![a-z0-9])`;
      const later = name.replace(new RegExp(part), () => to);
      if (later === name) continue;
      if (this.#exported("head", folder).has(later) && !this.#exported("base", folder).has(later))
        return later;
    }
    return undefined;
  }

  #memberName(owner: string, members: readonly string[], path: string): string | undefined {
    const name = members.at(-1) ?? "";
    const renamed = this.#renames.members.find(
      ({ types, path: own }) => types.has(owner) && own.join("\n") === members.join("\n"),
    );
    if (renamed !== undefined) return renamed.to;
    if (members.length > 1) return undefined;
    const isOf = (group: OperationGroup): boolean => owner.startsWith(group.typeName);
    const method = this.#renames.operations.find(
      ({ base }) => base.operation.methodName === name && isOf(base.group),
    );
    if (method !== undefined) return changed(name, method.head.operation.methodName);
    if (this.#sides.base.model.schemas.some(({ typeName }) => typeName === owner)) return undefined;
    const id = this.ids.get(name);
    if (id !== undefined) return id;
    return /(?:^|\/)index(?:\.d)?\.ts$/.test(path) ? this.#groups.get(name)?.name : undefined;
  }

  /** Returns the names that the modules of a folder export. */
  #exported(side: "base" | "head", folder: string): ReadonlySet<string> {
    const { sources } = this.#sides[side];
    const folders = this.#exports.get(sources) ?? new Map<string, ReadonlySet<string>>();
    this.#exports.set(sources, folders);
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const texts = sources.paths
      .filter((path) => path.startsWith(`${folder}/`) && path.endsWith(".ts"))
      .map((path) => sources.read(path) ?? "");
    const names = new Set(
      texts.flatMap((text) => [...text.matchAll(exportedName)].map(([, name = ""]) => name)),
    );
    folders.set(folder, names);
    return names;
  }
}

const exportedName =
  /^export (?:declare )?(?:async )?(?:const|let|interface|type|function|class) ([\w$]+)/gm;

const escaped = (text: string): string => text.replaceAll("$", "\\$");

const changed = (before: string, after: string): string | undefined =>
  before === after ? undefined : after;

/** Returns the groups whose operations all moved to one other group, by earlier name. */
function renamedGroups(
  operations: readonly OperationRename[],
  head: ApiModel,
): ReadonlyMap<string, OperationGroup> {
  const later = new Map<string, Set<OperationGroup>>();
  for (const one of operations) {
    const groups = later.get(one.base.group.name) ?? new Set();
    later.set(one.base.group.name, groups.add(one.head.group));
  }
  return new Map(
    [...later].flatMap(([name, groups]) => {
      const [group, ...more] = groups;
      const isGone = !head.groups.some((one) => one.name === name);
      return group !== undefined && more.length === 0 && isGone ? [[name, group] as const] : [];
    }),
  );
}

/** Returns the renamed parts of names, the longest first, since one name may start with another. */
function stemsOf(
  { operations, types }: Renames,
  groups: ReadonlyMap<string, OperationGroup>,
): readonly Stem[] {
  const stems: Stem[] = types.flatMap(({ from, to }) => [
    { from, to },
    { from: lowerFirst(from), to: lowerFirst(to) },
  ]);
  for (const { base, head } of operations) {
    const [before, after] = [base.operation, head.operation];
    for (const key of [
      "inputTypeName",
      "resultTypeName",
      "typeName",
      "variableName",
      "methodName",
    ] as const)
      stems.push({ from: before[key], to: after[key] });
    const group = groups.get(base.group.name);
    if (group === undefined) continue;
    stems.push(
      { from: base.group.typeName, to: group.typeName },
      { from: base.group.name, to: group.name },
    );
  }
  return stems
    .filter(({ from, to }) => from !== to)
    .toSorted((one, other) => other.from.length - one.from.length);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
