import { operationGroups, type ApiModel } from "../../model/api-model.ts";
import { printData } from "../../print/print-data.ts";
import { printImports } from "../../print/print-imports.ts";
import type { EmitOptions, EmittedFile, Emitter } from "../emitted-file.ts";
import { operationHash } from "../operation-hashes.ts";
import { schemaHashes } from "../schema-hashes.ts";

/**
 * An emitter whose files are taken as they were made before for the same schemas and operations: what
 * these say in words is none of a validator's or serializer's business.
 *
 * @param part where the files are kept
 */
export function keeping(part: string, emit: Emitter): Emitter {
  return (model, options) => {
    const kept = options.cache?.part(part);
    if (kept === undefined) return emit(model, options);
    const key = keyOf(model, options);
    const known = kept.get(key);
    if (known !== undefined) return JSON.parse(known) as EmittedFile[];
    const files = emit(model, options).map(laidOut);
    if (files.every(({ kind }) => kind === "printed")) kept.set(key, JSON.stringify(files));
    return files;
  };
}

function keyOf(model: ApiModel, { scope }: EmitOptions): string {
  const groups = operationGroups(model).map(({ kind, tag, name, fileName, operations }) => [
    kind,
    tag,
    name,
    fileName,
    operations.map((operation) => operationHash(operation).hash),
  ]);
  return JSON.stringify([scope, schemaHashes(model).all, model.commonErrors?.schema, groups]);
}

/** A file of data as text: nothing else is needed to print it. */
function laidOut(file: EmittedFile): EmittedFile {
  if (file.kind !== "typescript") return file;
  const { path, imports = [], structure, declarations = "", data = [] } = file;
  const { statements } = structure;
  const isData = Array.isArray(statements) && statements.length === 0 && declarations === "";
  if (!isData) return file;
  return { kind: "printed", path, text: printImports(imports) + printData(data) };
}
