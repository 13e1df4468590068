import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import { existsSync, realpathSync } from "node:fs";
import {
  DiagnosticsError,
  uniqueDiagnostics,
  type Diagnostic,
} from "../../diagnostics/diagnostics.ts";
import { resolveReference } from "../read/resolve-reference.ts";
import type { SourceFile } from "../read/source-file.ts";
import { isUrl } from "../read/source-names.ts";
import { applyOverlays } from "./apply-overlays.ts";
import { BoundedEnvironment } from "./bounded-query.ts";
import { OverlayLimits } from "./overlay-limits.ts";
import { readOverlay, type Overlay } from "./overlay-document.ts";

/**
 * The overlays of a description. Each applies to one file: the description itself, or another of its files,
 * named by `extends`.
 */
export class Overlays {
  readonly diagnostics: Diagnostic[] = [];
  readonly files: readonly SourceFile[];
  readonly #byTarget = new Map<string, Overlay[]>();
  readonly #applied = new Set<string>();
  readonly #limits = new OverlayLimits();

  /**
   * @param root path or URL of the description
   * @throws {DiagnosticsError} if an overlay is invalid, with the diagnostics of all overlays
   */
  constructor(files: readonly SourceFile[], root: string) {
    this.files = files;
    const environment = new BoundedEnvironment(this.#limits);
    const read = files.map((file) => readOverlay(file, environment));
    const diagnostics = read.flatMap((one) => one.diagnostics);
    if (diagnostics.some(({ severity }) => severity === "error"))
      throw new DiagnosticsError(uniqueDiagnostics(diagnostics));
    this.diagnostics.push(...diagnostics);
    for (const { overlay } of read) {
      if (overlay === undefined) continue;
      const target = targetOf(overlay, root);
      this.#byTarget.set(target, [...(this.#byTarget.get(target) ?? []), overlay]);
    }
  }

  /** Returns a file with its overlays applied, and collects their diagnostics. */
  applyTo(file: SourceFile): SourceFile {
    this.#applied.add(file.path);
    const overlaid = applyOverlays(file, this.#byTarget.get(file.path) ?? [], this.#limits);
    this.diagnostics.push(...overlaid.diagnostics);
    return overlaid.file;
  }

  /** Returns a diagnostic for each overlay whose file is not part of the description. */
  unapplied(): Diagnostic[] {
    return [...this.#byTarget]
      .filter(([target]) => !this.#applied.has(target))
      .flatMap(([, overlays]) => overlays)
      .map(({ file, extends: target = "" }) => ({
        severity: severityOf("overlay-unapplied"),
        code: "overlay-unapplied",
        message: `the overlay extends ${target}, which the description does not refer to`,
        location: file.locate("/extends"),
        hint: "remove extends: the overlay then applies to the description itself",
      }));
  }
}

/**
 * Returns the file that an overlay applies to. `extends` may be the URL at which the author publishes the
 * description, of which the user has a copy: only a file that exists beside the description is another of its
 * files.
 */
function targetOf({ file, extends: named }: Overlay, root: string): string {
  if (named === undefined) return root;
  const { path } = resolveReference(file, named);
  if (isUrl(path)) {
    const isPart = isUrl(root) && path.startsWith(new URL(".", root).href);
    return isPart ? path : root;
  }
  if (isUrl(root) || !existsSync(path)) return root;
  const isRoot = existsSync(root) && realpathSync(path) === realpathSync(root);
  return isRoot ? root : path;
}
