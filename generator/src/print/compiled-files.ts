import { posix } from "node:path";
import { visible } from "@openapi-packages/description/text/escape";
import type { Mappings, ModuleCompiler } from "./compile-module.ts";
import type { PrintedFile } from "./printed-file.ts";

/** The folder of a package for the compiled output of `src`. */
export const compiledFolder = "dist";

/**
 * Returns the compiled code and declarations of a module in a package's `src`, with source maps if the
 * compiler makes them; none for files elsewhere. ECMAScript and declaration files are copied.
 *
 * @param top the comment at the top of all files
 * @throws {SyntaxError} if the module cannot be compiled by itself
 */
export async function compiledFiles(
  { path, text }: PrintedFile,
  compile: ModuleCompiler,
  top: string,
): Promise<PrintedFile[]> {
  const [, folder, name] = /^([^/]+)\/src\/(.+)$/.exec(path) ?? [];
  if (folder === undefined || name === undefined) return [];
  const target = `${folder}/${compiledFolder}/${name}`;
  if (/\.(js|d\.ts)$/.test(path)) return [{ path: target, text, isCompiled: true }];
  const base = target.replace(/\.ts$/, "");
  const lines = top.split("\n").length - 1;
  // Compilers keep some comments and drop others; blank lines in their place keep line numbers the same.
  const blank = "\n".repeat(lines) + text.slice(top.length);
  const compiled = await compile(path, blank);
  const source = posix.relative(posix.dirname(target), path);
  const written = (extension: string, content: string, mappings?: Mappings): PrintedFile[] => {
    const output = `${base}${extension}`;
    const whole = `${top}${visible(content).trim()}\n`;
    if (mappings === undefined) return [{ path: output, text: whole, isCompiled: true }];
    const file = posix.basename(output);
    const mapText = sourceMap(file, source, lines, mappings);
    const reference = `//# sourceMappingURL=${file}.map\n`;
    return [
      { path: output, text: whole + reference, isCompiled: true },
      { path: `${output}.map`, text: mapText, isCompiled: true },
    ];
  };
  return [
    ...written(".js", compiled.code, compiled.maps?.code),
    ...written(".d.ts", compiled.declaration, compiled.maps?.declaration),
  ];
}

/** Returns a source map (ECMA-426) for code that starts below some other lines. */
function sourceMap(file: string, source: string, lines: number, mappings: Mappings): string {
  const shifted = ";".repeat(lines) + mappings.mappings;
  const map = { version: 3, file, sources: [source], names: mappings.names, mappings: shifted };
  return `${JSON.stringify(map)}\n`;
}
