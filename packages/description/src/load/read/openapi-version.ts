import type { Correction } from "../../diagnostics/correction.ts";
import { severityOf, type DiagnosticCode } from "../../diagnostics/diagnostic-codes.ts";
import { DiagnosticsError, shortened, type Diagnostic } from "../../diagnostics/diagnostics.ts";
import { isObject, member, type Json } from "../../json/json.ts";
import type { SourceFile } from "./source-file.ts";

/** The version that a document is read as. */
export interface ReadVersion {
  readonly version: string;
  readonly notes: readonly Diagnostic[];
  readonly corrections: readonly Correction[];
}

/**
 * Returns the version to read a document as, with diagnostics about it (OpenAPI 3.1.1, section 4.1). Where that is assumed,
 * it is written into the document.
 *
 * @throws {DiagnosticsError} if the document is no OpenAPI, or of another major version
 */
export function openApiVersion(root: SourceFile): ReadVersion {
  const note = (code: DiagnosticCode, message: string, hint: string, pointer = ""): Diagnostic => ({
    severity: severityOf(code),
    code,
    message,
    location: root.locate(pointer),
    hint,
  });
  const reject = (...parts: Parameters<typeof note>): never => {
    throw new DiagnosticsError([note(...parts)]);
  };
  const { value } = root;
  if (value === undefined || value === null) {
    return reject(
      "document-empty",
      "the document is empty",
      "start with openapi: 3.1.1, info and paths",
    );
  }
  if (member(value, "swagger") !== undefined) {
    return reject(
      "swagger-version",
      `swagger ${JSON.stringify(member(value, "swagger"))} is not a supported version`,
      "convert it to OpenAPI 3, or to Swagger 2.0",
      "/swagger",
    );
  }
  const version = member(value, "openapi");
  if (!isObject(value) || version === undefined) {
    return reject(
      "not-openapi",
      `the document has no openapi member${keysText(value)}`,
      "a description starts with openapi: 3.1.1",
    );
  }
  const hint = "write a version of OpenAPI 3.0, 3.1 or 3.2, in quotes";
  const shown = JSON.stringify(version);
  if (typeof version === "string" && /^3\.[012](\.|$)/.test(version)) {
    const isOld = version.startsWith("3.0");
    const message = `openapi ${shown} is read as 3.1: schemas of 3.0 mean the same there`;
    const notes = isOld ? [note("openapi-lifted", message, "no change is needed", "/openapi")] : [];
    return { version, notes, corrections: [] };
  }
  const [, minor] = /^\s*v?3(?:\.(\d+))?(?:\.|\s|$)/i.exec(String(version)) ?? [];
  if (typeof version === "object" || !/^\s*v?3(?:[.\s]|$)/i.test(String(version)))
    return reject(
      "openapi-version",
      `openapi ${shown} is not a supported version`,
      hint,
      "/openapi",
    );
  const assumed = `3.${Math.min(Number(minor ?? 0), 2)}.0`;
  value["openapi"] = assumed;
  const message = `openapi ${shown} is not a known version, so ${assumed} is assumed`;
  const notes = [note("openapi-version-assumed", message, hint, "/openapi")];
  const location = root.locate("/openapi");
  const written = { value: assumed };
  // A version that there is not may mean another one.
  const isKnown = minor === undefined || Number(minor) <= 2;
  const corrections: Correction[] = isKnown
    ? [{ code: "openapi-version-assumed", location, written }]
    : [];
  return { version: assumed, notes, corrections };
}

/** Says what a document has instead. */
function keysText(value: Json): string {
  if (Array.isArray(value)) return ": it is a list";
  const keys = isObject(value) ? Object.keys(value) : [];
  if (keys.length === 0) return "";
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(shortened(key)));
  return `, but ${shown.join(", ")}${keys.length > shown.length ? ", …" : ""}`;
}
