import {
  lineAt,
  listFiles,
  readSources,
  reportFindings,
  type Finding,
  type SourceText,
} from "./repository.ts";

/** A declaration that each operation must have in the generated packages. */
interface Declaration {
  readonly what: string;
  /** Matches the paths of the files to search. */
  readonly files: RegExp;
  /** Matches the names in those files, in its first group. */
  readonly names: RegExp;
  readonly nameOf: (operationId: string) => string;
}

const declarations: readonly Declaration[] = [
  {
    what: "input type",
    files: /^packages\/contract\/src\//,
    names: /\b(?:interface|type) (\w+)/g,
    nameOf: (operationId) => `${operationId}Input`,
  },
  {
    what: "result type",
    files: /^packages\/contract\/src\//,
    names: /\b(?:interface|type) (\w+)/g,
    nameOf: (operationId) => `${operationId}Result`,
  },
  {
    what: "descriptor",
    files: /^packages\/contract\/src\//,
    names: /\boperationId: "([^"]+)"/g,
    nameOf: (operationId) => operationId,
  },
  {
    what: "validators",
    files: /^packages\/contract\/src\/.*validators/,
    names: /\bconst (\w+)\b/g,
    nameOf: (operationId) => `${startLowerCase(operationId)}Validators`,
  },
  {
    what: "client method",
    files: /^packages\/client\/src\//,
    names: /\b(\w+)(?=[(<])/g,
    nameOf: startLowerCase,
  },
  {
    what: "handler type",
    files: /^packages\/server\/src\//,
    names: /\b(?:interface|type) (\w+)/g,
    nameOf: (operationId) => `${operationId}Handler`,
  },
  {
    what: "mock",
    files: /^packages\/mocks\/src\/operations\//,
    names: /^ {4}(\w+): \{/gm,
    nameOf: (operationId) => operationId,
  },
];

/**
 * Checks that each operation of the description has its types, descriptor, validators, client method,
 * handler type and mock in the generated packages.
 *
 * @param description - the files of the description
 * @param generated - the sources of the generated packages
 */
export function checkOperations(
  description: readonly SourceText[],
  generated: readonly SourceText[],
): Finding[] {
  const present = declarations.map(
    ({ files, names }) =>
      new Set(
        generated
          .filter(({ path }) => files.test(path))
          .flatMap(({ text }) => [...text.matchAll(names)].map(([, name]) => name)),
      ),
  );
  const operations = operationIdsOf(description);
  if (operations.length === 0) {
    const message = "the description has no operations";
    return [{ path: "spec", line: 1, rule: "operation-missing", message }];
  }
  return operations.flatMap(({ operationId, path, line }) =>
    declarations.flatMap(({ what, nameOf }, index) => {
      const name = nameOf(operationId);
      if (present[index]?.has(name) === true) return [];
      const message = `${operationId} has no ${what} (${name})`;
      return [{ path, line, rule: "operation-missing", message }];
    }),
  );
}

function operationIdsOf(description: readonly SourceText[]) {
  return description.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*operationId:\s*["']?(\w+)/gm)].map((match) => ({
      operationId: match[1] ?? "",
      path,
      line: lineAt(text, match.index + match[0].length),
    })),
  );
}

function startLowerCase(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

if (process.argv[1] === import.meta.filename) {
  const description = readSources(listFiles("spec/*.yaml"));
  const generated = readSources(listFiles("packages/*/src/*"));
  const count = operationIdsOf(description).length;
  reportFindings(checkOperations(description, generated), `${count} operations`);
}
