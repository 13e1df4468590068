import type { ModuleImport } from "../emit/module-scope.ts";
import { lineWidth } from "./print-data.ts";

/** Import declarations, laid out as prettier lays them out; their names are identifiers already. */
export function printImports(imports: readonly ModuleImport[]): string {
  return imports.map(printImport).join("");
}

function printImport({ specifier, isTypeOnly, names }: ModuleImport): string {
  const start = `import ${isTypeOnly ? "type " : ""}{`;
  const end = `} from ${JSON.stringify(specifier)};\n`;
  const line = `${start} ${names.join(", ")} ${end}`;
  // A single name has nowhere to break.
  if (names.length === 1 || line.length <= lineWidth + 1) return line;
  return `${start}\n${names.map((name) => `  ${name},\n`).join("")}${end}`;
}
