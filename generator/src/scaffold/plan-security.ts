import { namedSchemes, type NamedScheme } from "@openapi-packages/description/model/named-schemes";
import { inStyle, type EditableFile } from "./editable-file.ts";
import { insertElements } from "./element-lists.ts";
import { formatted } from "./formatted.ts";
import { generatedModule } from "./generated-module.ts";
import { relativeImport } from "./handler-files.ts";
import { addExport } from "./imports.ts";
import { indexOf, indexPath, type PlanContext } from "./plan-context.ts";
import type { ScaffoldRecord } from "./record.ts";
import { securityFile, securityName, securityPath, verifierText } from "./security-file.ts";
import { findVerifiers, hasSpread, memberOf } from "./wiring.ts";

/**
 * Plans the file of verifiers. It is created once; later runs add verifiers for new schemes. A file that its
 * owner deleted is not created again.
 *
 * @returns its path, for the record; `undefined` if there is none
 */
export async function planSecurity(
  context: PlanContext,
  known: ScaffoldRecord | undefined,
): Promise<string | undefined> {
  const { model, folder, style, store, created, byHand } = context;
  const schemes = namedSchemes(model, model.groups);
  const path = known?.security ?? securityPath(model.groups, style);
  const file = folder.file(path);
  // An existing file belongs to its owner, whatever it contains.
  if (file !== undefined) addVerifiers(context, file, schemes);
  if (file !== undefined || known?.security !== undefined) return path;
  if (schemes.length === 0 || context.operations.size === 0) return undefined;
  created.set(path, await formatted(securityFile(path, schemes, style, store)));
  const index = indexOf(context);
  if (index === undefined) return path;
  const name = securityName(style);
  const module = relativeImport(indexPath, path, style.importExtension);
  if (!addExport(index.file, module, name))
    byHand.push({
      path: indexPath,
      message: `${name} means something else there: pass that of ${module} to createServer`,
    });
  return path;
}

/** Adds the missing verifiers to an object. They refuse every credential. */
function addVerifiers(
  { style, byHand, leftOut }: PlanContext,
  file: EditableFile,
  schemes: readonly NamedScheme[],
): void {
  const object = findVerifiers(file.tree, generatedModule(style, "server", file.path));
  if (schemes.length === 0) {
    const isGone = leftOut.operations.length === 0 && object !== undefined;
    const message = "take it out: no operation names a security scheme any more";
    if (isGone) byHand.push({ path: file.path, message });
    return;
  }
  if (object === undefined || hasSpread(object)) return;
  const missing = schemes.filter(({ name }) => memberOf(object, name) === undefined);
  if (missing.length === 0) return;
  const texts = missing.map((scheme) => (indent: string | undefined) => {
    const text = verifierText(scheme);
    return indent === undefined
      ? text.replace(/^\/\*\*[\s\S]*\*\/\n/, "")
      : inStyle(text, file.style, indent);
  });
  insertElements(file, object, texts);
  file.applyEdits();
}
