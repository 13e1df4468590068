import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostics.ts";
import { isAnnotation } from "../../json/annotation-keywords.ts";
import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import {
  componentSections,
  cursorPointer,
  replaceNode,
  rootCursor,
  walkObjects,
  type Cursor,
  type ObjectName,
} from "../openapi/openapi-objects.ts";
import { Mounts, type Mount } from "./mount.ts";
import { referDiscriminator, referSecurity, type Refer } from "./named-references.ts";
import { OutsideSchemas, schemaCursor } from "./outside-schemas.ts";
import { freeName, renameComponents, resolveCollisions, type BroughtIn } from "./shared-names.ts";
import { dynamicReferenceKeyword } from "../read/identifiers.ts";
import type { ReferenceResolver, Target } from "../read/reference-resolver.ts";
import type { SourceFile } from "../read/source-file.ts";
import { schemaName } from "../../json/subschemas.ts";

/** The old and the new pointer of a part of the document that was moved. */
export interface Moved {
  readonly from: string;
  readonly to: string;
}

/** One document made of all files. Every reference in it is local, and leads to a component by its name. */
export interface Bundle {
  readonly value: JsonObject;
  readonly files: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** True if a reference leads to, or into, a schema that a body has inline. */
  readonly refersIntoBodies: boolean;
  /** True if a schema may refer to something other than a named schema. */
  readonly refersToNested: boolean;
  /** Where walks begin that visit everything, also schemas in extensions that references lead to. */
  readonly starts: readonly Cursor[];
  /** Returns the place in the source of a JSON pointer into the bundled document. */
  locate(pointer: string): SourceLocation;
  /** Records that parts of the document were moved, all at once. */
  move(places: readonly Moved[]): void;
}

/**
 * Bundles everything that the description refers to into one document (OpenAPI 3.1, section 4.6). A target in
 * another file becomes a component under its own name; path items are copied to where they are used.
 * References are kept, so circular ones stay as they are. Changes the root's value in place.
 */
export function bundle(root: SourceFile, resolver: ReferenceResolver): Bundle {
  const bundler = new Bundler(root, resolver);
  bundler.run();
  const { mounts } = bundler;
  const move = (places: readonly Moved[]): void => {
    const moved = places.map(({ from, to }) => {
      const { file, pointer, sourcePointer } = mounts.nearest(from);
      return { pointer: to, file, sourcePointer: sourcePointer + from.slice(pointer.length) };
    });
    for (const mount of moved) mounts.add(mount);
  };
  move(bundler.resolveCollisions());
  return {
    value: root.value as JsonObject,
    files: [...resolver.files.values()],
    diagnostics: resolver.diagnostics,
    refersIntoBodies: bundler.refersIntoBodies,
    refersToNested: bundler.refersToNested,
    starts: bundler.outside.starts,
    locate: (pointer) => mounts.locate(pointer),
    move,
  };
}

class Bundler {
  readonly mounts: Mounts;
  refersIntoBodies = false;
  refersToNested = false;
  readonly outside: OutsideSchemas;
  readonly resolver: ReferenceResolver;
  readonly #root: SourceFile;
  readonly #rootMount: Mount;
  /** Component pointer by its source, `path#pointer`. */
  readonly #mounted = new Map<string, string>();
  readonly #broughtIn: BroughtIn[] = [];
  readonly #queue: { readonly mount: Mount; readonly cursor: Cursor }[] = [];
  /** Values copied from other files. Their references are resolved in the file they come from. */
  readonly #copies = new Set<Json>();

  constructor(root: SourceFile, resolver: ReferenceResolver) {
    this.#root = root;
    this.#rootMount = { pointer: "", file: root, sourcePointer: "" };
    this.mounts = new Mounts(this.#rootMount);
    this.outside = new OutsideSchemas(root.value as JsonObject);
    this.resolver = resolver;
  }

  run(): void {
    const mount = this.#rootMount;
    this.#adoptComponents();
    this.#queue.push({ mount, cursor: rootCursor(this.#root.value as Json, "OpenApi") });
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const { mount: at, cursor } = next;
      walkObjects(cursor, (visited) => this.#visit(at, visited));
      if (cursor.name === "OpenApi") this.#visitExtensions(at);
    }
  }

  /** Gives each component from another file a name of its own, and returns the pointers that changed. */
  resolveCollisions(): Moved[] {
    const { renamed, diagnostics } = resolveCollisions(this.#broughtIn);
    this.resolver.diagnostics.push(...diagnostics);
    if (renamed.size > 0)
      renameComponents(this.#root.value as JsonObject, renamed, this.outside.starts);
    return [...renamed].map(([from, to]) => ({ from, to }));
  }

  /** Names targets in other files after the root's components that only refer to them. */
  #adoptComponents(): void {
    // 3.0 ignores everything beside a reference.
    const isOld = stringMember(this.#root.value, "openapi")?.startsWith("3.0") === true;
    for (const [name, section] of Object.entries(componentSections)) {
      const components = member(member(this.#root.value, "components"), section);
      if (!isObject(components)) continue;
      for (const [component, value] of Object.entries(components)) {
        const reference = member(value, "$ref");
        if (typeof reference !== "string" || reference.startsWith("#")) continue;
        const pointer = toPointer(["components", section, component]);
        const target = this.resolver.resolve(this.#root, reference, () => `${pointer}/$ref`);
        if (target === undefined || target.file === this.#root) continue;
        if (name !== "Schema" || !hasConstraints(value as JsonObject, isOld))
          this.#mount(target, name as ObjectName, pointer, components, component);
        else if (Object.hasOwn(components, componentName(target)))
          this.#mountBase(target, components, component);
      }
    }
  }

  /**
   * Adds the target of a component as `<name>Base`, because the component itself already has the name of the
   * target.
   */
  #mountBase(target: Target, schemas: JsonObject, component: string): void {
    const name = `${component}Base`;
    if (this.#mounted.has(`${target.file.path}#${target.pointer}`) || Object.hasOwn(schemas, name))
      return;
    this.#mount(target, "Schema", toPointer(["components", "schemas", name]), schemas, name);
  }

  /** Visits the schema of `x-common-errors`: extensions of the root may refer to schemas too. */
  #visitExtensions(mount: Mount): void {
    const cursor = schemaCursor(this.#root.value as JsonObject, "/x-common-errors/schema");
    walkObjects(cursor, (visited) => this.#visit(mount, visited));
  }

  #visit(mount: Mount, cursor: Cursor): boolean | void {
    const { node, name } = cursor;
    if (!isObject(node)) return;
    if (cursor.parent !== undefined && this.#copies.has(node)) return false;
    this.#visitNamed(mount, cursor, node);
    this.refersToNested ||= node[dynamicReferenceKeyword] !== undefined;
    const reference = member(node, "$ref");
    if (typeof reference !== "string") return;
    if (name === "Schema" && /^#[^/]/.test(reference)) {
      this.refersToNested = true;
      return;
    }
    const sourcePointer = (): string => `${mount.sourcePointer}${cursorPointer(cursor)}/$ref`;
    const target = this.resolver.resolve(mount.file, reference, sourcePointer);
    if (target === undefined) {
      this.refersToNested = true;
      leaveOpen(cursor, node);
      return false;
    }
    if (name === "PathItem")
      return this.#placePathItem(cursor, node, target, mount.pointer + cursorPointer(cursor));
    const isSchemaHere = name === "Schema" && target.file === this.#root;
    const outside = isSchemaHere ? this.outside.find(target.pointer) : undefined;
    if (outside !== undefined) this.#queue.push({ mount: this.#rootMount, cursor: outside });
    const place = this.#pointerOf(target, name, sourcePointer, mount.file);
    node["$ref"] = `#${place}`;
    this.refersIntoBodies ||=
      isIntoBody(place) ||
      (name === "Schema" && /^\/components\/(?:responses|requestBodies)\//.test(place));
    this.refersToNested ||= name === "Schema" && schemaName(`#${place}`) === undefined;
  }

  /** Rewrites references that are not in `$ref`, such as those of a discriminator. */
  #visitNamed(mount: Mount, cursor: Cursor, node: JsonObject): void {
    const { name } = cursor;
    const refer: Refer = (reference, kind, place) => {
      const sourcePointer = (): string => mount.sourcePointer + place;
      const target = this.resolver.resolve(mount.file, reference, sourcePointer);
      return target && `#${this.#pointerOf(target, kind, sourcePointer, mount.file)}`;
    };
    if (name === "Schema" && node["discriminator"] !== undefined)
      referDiscriminator(node, cursorPointer(cursor), refer);
    if ((name === "OpenApi" || name === "Operation") && node["security"] !== undefined)
      referSecurity(node, this.#root.value as JsonObject, cursorPointer(cursor), refer);
  }

  #placePathItem(cursor: Cursor, node: JsonObject, target: Target, place: string): false {
    const { $ref: _, ...siblings } = node;
    const value = valueAt(target.file.value, target.pointer);
    const copy = { ...(structuredClone(value) as JsonObject), ...siblings };
    replaceNode(cursor, copy);
    const mount = { pointer: place, file: target.file, sourcePointer: target.pointer };
    this.mounts.add(mount);
    this.#queue.push({
      mount,
      cursor: { ...rootCursor(copy, "PathItem"), holder: cursor.holder, key: cursor.key },
    });
    return false;
  }

  /**
   * Returns the pointer of a reference's target in the bundled document. A target in another file is added
   * first.
   */
  #pointerOf(
    target: Target,
    name: ObjectName,
    sourcePointer: () => string,
    from: SourceFile,
  ): string {
    if (target.file === this.#root) return target.pointer;
    const key = `${target.file.path}#${target.pointer}`;
    const known = this.#mounted.get(key);
    if (known !== undefined) return known;
    const section = componentSections[name] ?? "schemas";
    const wanted = componentName(target);
    const components = ensureObject(
      ensureObject(this.#root.value as JsonObject, "components"),
      section,
    );
    const component = freeName(components, wanted);
    const pointer = toPointer(["components", section, component]);
    const reference = (): SourceLocation => from.locate(sourcePointer());
    this.#broughtIn.push({ section, wanted, name: component, target, reference });
    this.#mount(target, name, pointer, components, component);
    return pointer;
  }

  #mount(target: Target, name: ObjectName, pointer: string, holder: JsonObject, key: string): void {
    this.#mounted.set(`${target.file.path}#${target.pointer}`, pointer);
    const copy = structuredClone(valueAt(target.file.value, target.pointer)) as Json;
    const mount = { pointer, file: target.file, sourcePointer: target.pointer };
    this.mounts.add(mount);
    this.#copies.add(copy);
    holder[key] = copy;
    this.#queue.push({ mount, cursor: { ...rootCursor(copy, name), holder, key } });
  }
}

/** Replaces an unresolved reference by anything, or removes the object if it is no schema or body. */
function leaveOpen(cursor: Cursor, node: JsonObject): void {
  const { name, holder, key } = cursor;
  if (name === "Schema") delete node["$ref"];
  else if (name === "Response" || name === "RequestBody")
    replaceNode(cursor, { description: "", content: { "application/json": {} } });
  else if (isObject(holder)) delete holder[key];
}

/** True if a reference has keywords beside it that are not annotations. */
function hasConstraints(schema: JsonObject, isOld: boolean): boolean {
  return !isOld && Object.keys(schema).some((key) => key !== "$ref" && !isAnnotation(key));
}

/** True if a pointer leads into the `schema` or `itemSchema` of a body. */
function isIntoBody(pointer: string): boolean {
  return !pointer.startsWith("/components/schemas/") && /\/(?:schema|itemSchema)\b/.test(pointer);
}

function componentName({ file, pointer }: Target): string {
  const last =
    pointerParts(pointer).at(-1) ??
    file.path
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.[^.]+$/, "") ??
    "";
  return last.replace(/[^A-Za-z0-9._-]+/g, "_");
}

function ensureObject(holder: JsonObject, name: string): JsonObject {
  const existing = member(holder, name);
  if (isObject(existing)) return existing;
  const created: JsonObject = {};
  holder[name] = created;
  return created;
}
