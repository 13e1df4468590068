import { runtimePackage } from "../runtime-symbols.ts";

/**
 * Turns Ajv's standalone code into a module of the contract: helpers come from the runtime instead
 * of CommonJS, and what nobody reads is left out. Every change is anchored at the lines that Ajv
 * writes itself; text of a description stands within string literals and never begins a line.
 *
 * @throws {Error} when the code needs a helper that the runtime lacks
 */
export function toModule(code: string): string {
  const helpers = new Set<string>();
  const useHelper = (name: string): string => {
    helpers.add(name);
    return name;
  };
  const body = withoutUnusedSchemas(code.replace(/^"use strict";/, ""))
    .replace(
      /^(const \w+ = )require\("ajv\/dist\/runtime\/(\w+)"\)\.default;$/gm,
      (_line, start: string, name: string) => `${start}${useHelper(name)};`,
    )
    .replace(
      /^(const \w+ = )require\("formats"\)/gm,
      (_line, start: string) => start + useHelper("formats"),
    )
    .replace(/^if\(typeof \w+ == "number"\)\{\n\}\n(?!else\b)/gm, "")
    .replace(findingBlock, "(vErrors ??= []).push($2);\nerrors++;")
    .replace(
      /^(\(vErrors \?\?= \[\]\)\.push\(\{instancePath.*?),schemaPath:"(?:[^"\\]|\\.)*"/gm,
      "$1",
    );
  const missing = /^const \w+ = require\(.*$/m.exec(body);
  if (missing !== null)
    throw new Error(`the compiled validators need what the runtime lacks: ${missing[0]}`);
  const names = [...helpers].toSorted().join(", ");
  const imports = names === "" ? "" : `import { ${names} } from "${runtimePackage}/validation";\n`;
  return imports + body.trimStart();
}

/** How Ajv notes a finding: a constant of its own, then whether it is the first. */
const findingBlock =
  /^const (err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;/gm;

/** Ajv writes down every schema that it compiled; few keywords look at theirs when a value is checked. */
function withoutUnusedSchemas(code: string): string {
  const uses = new Map<string, number>();
  for (const [name] of code.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return code.replace(/^const (schema\d+) = .*;\n/gm, (line, name: string) =>
    uses.get(name) === 1 ? "" : line,
  );
}
