import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { JSONValue } from "json-p3";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import {
  isObject,
  pointerParts,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import type { SourceFile } from "../read/source-file.ts";
import { merge, mergeObjects, type Incompatible } from "./merge.ts";
import { nearMiss, jsonPath } from "./near-miss.ts";
import { Origins, type Origin, type Path } from "../read/origins.ts";
import type { Action, Overlay, Query } from "./overlay-document.ts";
import { OverlayLimitError, type OverlayLimits } from "./overlay-limits.ts";

/** A file after the overlays were applied. */
export interface Overlaid {
  readonly file: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Applies overlays to one file, in order (OpenAPI Overlay 1.1). The value of the file is changed in place;
 * the origin of an added value is its place in the overlay. An action that selects nothing is a warning.
 */
export function applyOverlays(
  file: SourceFile,
  overlays: readonly Overlay[],
  limits: OverlayLimits,
): Overlaid {
  if (!isObject(file.value) || overlays.length === 0) return { file, diagnostics: [] };
  const origins = new Origins(file);
  const diagnostics = overlays.flatMap((overlay) => {
    const applied = new AppliedOverlay(overlay, file, origins, limits);
    applied.run();
    return applied.diagnostics;
  });
  const parts = [file, ...overlays.map((overlay) => overlay.file)];
  const locate = (pointer: string) => origins.locate(pointerParts(pointer));
  return { file: { ...file, parts, locate }, diagnostics };
}

/** A value that a query selects. */
interface Selected {
  readonly path: Path;
  readonly value: Json;
}

class AppliedOverlay {
  readonly diagnostics: Diagnostic[] = [];
  readonly #overlay: Overlay;
  readonly #file: SourceFile;
  readonly #root: JsonObject;
  readonly #origins: Origins;
  readonly #limits: OverlayLimits;

  constructor(overlay: Overlay, file: SourceFile, origins: Origins, limits: OverlayLimits) {
    this.#limits = limits;
    this.#overlay = overlay;
    this.#file = file;
    this.#root = file.value as JsonObject;
    this.#origins = origins;
  }

  /** Runs the actions until one exceeds the limits. */
  run(): void {
    for (const action of this.#overlay.actions) {
      try {
        this.#apply(action);
      } catch (error) {
        if (!(error instanceof OverlayLimitError)) throw error;
        const { text, pointer } = action.target;
        const hint = "select less: name members in the place of .. and of filters within filters";
        this.#refuse(pointer, `the action on ${text} is too much: ${error.message}`, hint);
        return;
      }
    }
  }

  #apply({ target, change }: Action): void {
    const { file } = this.#overlay;
    const selected = this.#select(target);
    if (change.kind === "remove") this.#remove(target, selected);
    if (change.kind === "update")
      this.#merge(target, selected, change.value, { file, pointer: change.pointer });
    if (change.kind !== "copy" || selected.length === 0) return;
    const [source, ...others] = this.#select(change.from);
    const { text, pointer } = change.from;
    if (others.length > 0) {
      const message = `${text} selects ${others.length + 1} values`;
      this.#refuse(pointer, message, "select one: a single value can be copied");
    } else if (source !== undefined) {
      this.#merge(target, selected, source.value, { file, pointer, isWhole: true });
    }
  }

  /** Returns the values that a query selects, each once. Reports a query that selects none. */
  #select({ text, pointer, compiled }: Query): readonly Selected[] {
    const byPointer = new Map<string, Selected>();
    try {
      for (const { location, value } of compiled.query(this.#root as JSONValue).nodes)
        byPointer.set(toPointer(location), { path: location, value: value as Json });
    } catch (error) {
      if (error instanceof OverlayLimitError) throw error;
      // The library throws errors for its own limits, too.
      const reason = error instanceof Error ? error.message : "";
      this.#refuse(pointer, `${text} cannot be evaluated: ${reason}`, "select less");
      return [];
    }
    if (byPointer.size === 0)
      this.diagnostics.push({
        severity: severityOf("overlay-unmatched"),
        code: "overlay-unmatched",
        message: `${text} selects nothing in ${this.#file.displayPath}`,
        location: this.#overlay.file.locate(pointer),
        hint: nearMiss(compiled, this.#root, this.#file, this.#overlay.file),
      });
    return [...byPointer.values()];
  }

  #remove(target: Query, selected: readonly Selected[]): void {
    // Removes in reverse order, so that no index shifts before its turn and inner values go before outer
    // ones.
    for (const { path } of selected.toSorted((one, other) => comparePaths(other.path, one.path))) {
      const last = path.at(-1);
      const holder = valueAt(this.#root, toPointer(path.slice(0, -1)));
      if (last === undefined) {
        const hint = "select what is to be removed from it";
        this.#refuse(target.pointer, "the whole document cannot be removed", hint);
      } else if (Array.isArray(holder)) {
        // Removing an item shifts the items after it.
        this.#limits.takeSteps(holder.length >> 6);
        this.#origins.removeItem(path, holder.length);
        (holder as Json[]).splice(Number(last), 1);
      } else if (isObject(holder)) {
        this.#origins.removeMember(path);
        delete holder[last];
      }
    }
  }

  #merge(target: Query, selected: readonly Selected[], given: Json, origin: Origin): void {
    const kinds = [...new Set(selected.map((one) => kindOf(one.value)))];
    if (kinds.length > 1) {
      const hint = "make an action for each kind, as an update fits only one of them";
      this.#refuse(target.pointer, `${target.text} selects ${kinds.join(" and ")}`, hint);
      return;
    }
    const level = selected.reduce((most, { path }) => Math.max(most, path.length), 0);
    this.#limits.takeValues(given, selected.length, level);
    // The copied value may change when it is copied into itself.
    const value = structuredClone(given) as Json;
    for (const { path, value: existing } of selected)
      for (const one of this.#mergeOne(path, existing, value, origin)) this.#refuseMerge(one);
  }

  #mergeOne(path: Path, existing: Json, given: Json, origin: Origin): Incompatible[] {
    if (isObject(existing) && isObject(given))
      return mergeObjects(existing, path, given, origin, this.#origins);
    const holder = valueAt(this.#root, toPointer(path.slice(0, -1)));
    if (path.length === 0) return [{ path, existing, given, origin }];
    return merge(holder as JsonObject | Json[], path, given, origin, this.#origins);
  }

  #refuseMerge({ path, existing, given, origin }: Incompatible): void {
    const what = `${phrase(given)} cannot be merged into ${phrase(existing)}`;
    this.diagnostics.push({
      severity: severityOf("overlay-incompatible"),
      code: "overlay-incompatible",
      message: `${what} at ${jsonPath(path)}`,
      location: origin.file.locate(origin.pointer),
      related: [this.#origins.locate(path)],
      hint: "give a value of the same kind, or remove the existing one by an earlier action",
    });
  }

  #refuse(pointer: string, message: string, hint: string): void {
    const location = this.#overlay.file.locate(pointer);
    this.diagnostics.push({
      severity: severityOf("overlay-invalid"),
      code: "overlay-invalid",
      message,
      location,
      hint,
    });
  }
}

/** Orders paths in document order, in which the members of an object may come in any order. */
function comparePaths(one: Path, other: Path): number {
  for (const [index, part] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (part === against) continue;
    if (typeof part === "number" && typeof against === "number") return part - against;
    return String(part) < String(against) ? -1 : 1;
  }
  return one.length - other.length;
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return "lists";
  return isObject(value) ? "objects" : "single values";
}

function phrase(value: Json): string {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : JSON.stringify(value);
}
