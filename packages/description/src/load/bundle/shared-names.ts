import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostics.ts";
import {
  arrayMember,
  isObject,
  member,
  objectMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { walkObjects, type Cursor, type Visitor } from "../openapi/openapi-objects.ts";
import type { Target } from "../read/reference-resolver.ts";

/** A component that came from another file. */
export interface BroughtIn {
  readonly section: string;
  /** Its name in its file. */
  readonly wanted: string;
  /** Its name in the document. */
  readonly name: string;
  readonly target: Target;
  /** The first reference to it. */
  reference(): SourceLocation;
}

/** The new pointers of renamed components, by old pointer. */
export type Renamed = ReadonlyMap<string, string>;

/** Returns a free name for a component: the wanted one, or that with the smallest number from 2 on. */
export function freeName(components: JsonObject, wanted: string): string {
  let name = wanted;
  for (let number = 2; Object.hasOwn(components, name); number += 1) name = `${wanted}${number}`;
  return name;
}

/**
 * Gives components of several files that share a name a name each, whatever the order in which they were
 * found: a component of the root keeps it, otherwise that of the first file by path does.
 *
 * @returns the components to rename, and a warning for each that does not get the name it wanted
 */
export function resolveCollisions(components: readonly BroughtIn[]): {
  readonly renamed: Renamed;
  readonly diagnostics: readonly Diagnostic[];
} {
  const groups = Map.groupBy(components, ({ section, wanted }) => `${section}/${wanted}`);
  const renamed = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const group of groups.values()) {
    if (group.every(({ name, wanted }) => name === wanted)) continue;
    const names = group
      .map(({ name }) => name)
      .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
    for (const [index, one] of group.toSorted(byPlace).entries()) {
      const name = names[index] ?? one.name;
      if (name !== one.name)
        renamed.set(pointerOf(one.section, one.name), pointerOf(one.section, name));
      if (name !== one.wanted) diagnostics.push(warningOf(one, name));
    }
  }
  return { renamed, diagnostics };
}

/**
 * Renames components, in the document and in everything that refers to them.
 *
 * @param starts where walks begin that together visit everything
 */
export function renameComponents(
  document: JsonObject,
  renamed: Renamed,
  starts: readonly Cursor[],
): void {
  const refer = (holder: JsonObject, key: string): void => {
    const reference = holder[key];
    if (typeof reference !== "string") return;
    const [, head = "", rest = ""] = /^#(\/components\/[^/]*\/[^/]*)(.*)$/s.exec(reference) ?? [];
    const pointer = renamed.get(head);
    if (pointer !== undefined) holder[key] = `#${pointer}${rest}`;
  };
  const seen = new Set<Json>();
  const visit: Visitor = ({ node }) => {
    if (!isObject(node) || seen.has(node)) return;
    seen.add(node);
    refer(node, "$ref");
    const discriminator = member(node, "discriminator");
    if (isObject(discriminator)) refer(discriminator, "defaultMapping");
    const mapping = member(discriminator, "mapping");
    if (isObject(mapping)) for (const value of Object.keys(mapping)) refer(mapping, value);
    for (const requirement of arrayMember(node, "security"))
      if (isObject(requirement)) renameSchemes(requirement, renamed);
  };
  for (const start of starts) walkObjects(start, visit);
  const components = objectMember(document, "components") ?? {};
  for (const [section, entries] of Object.entries(components))
    if (isObject(entries))
      components[section] = Object.fromEntries(
        Object.entries(entries).map(([name, component]) => [
          renamed.get(pointerOf(section, name))?.split("/").at(-1) ?? name,
          component,
        ]),
      );
}

/** Renames the schemes of a security requirement, which has them as keys and not as references. */
function renameSchemes(requirement: JsonObject, renamed: Renamed): void {
  for (const [name, scopes] of Object.entries(requirement)) {
    const pointer = renamed.get(pointerOf("securitySchemes", name));
    if (pointer === undefined) continue;
    delete requirement[name];
    requirement[pointer.split("/").at(-1) ?? name] = scopes;
  }
}

const pointerOf = (section: string, name: string): string =>
  toPointer(["components", section, name]);

function warningOf({ section, wanted, target, reference }: BroughtIn, name: string): Diagnostic {
  return {
    severity: severityOf("component-name-collision"),
    code: "component-name-collision",
    message: `several ${section} are named ${wanted}, so the one of ${target.file.displayPath} is called ${name}`,
    location: reference(),
    related: [target.file.locate(target.pointer)],
    hint: "rename one of them, or give it a name of its own under components of the root document",
  };
}

function byPlace({ target: one }: BroughtIn, { target: other }: BroughtIn): number {
  const [first, second] = [one, other].map(({ file, pointer }) => `${file.path}#${pointer}`);
  return (first ?? "") < (second ?? "") ? -1 : 1;
}
