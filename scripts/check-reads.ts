import ts from "typescript";
import { join } from "node:path";
import {
  listFiles,
  readSources,
  repositoryRoot,
  reportFindings,
  type Finding,
  type SourceText,
} from "./repository.ts";

/** The methods that read a whole body without a limit. */
const wholeReads = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"] as const;

/** Matches a call of one of these methods, so that files without any are skipped before the slow type check. */
const anyRead = new RegExp(`\\b(?:${wholeReads.join("|")})\\(|\\]\\(\\)`);

/** The files that may read a whole body, each with the reason why its length is known. */
const allowed: Readonly<Record<string, string>> = {
  "packages/mock/src/node/console/ready-request.ts":
    "a request that the console itself has written",
  "packages/runtime/src/client/read-body.ts":
    "reads within a limit; has no stream in some runtimes",
  "packages/runtime/src/client/raw.ts": "a request of the caller's own",
  "packages/runtime/src/server/fetch-body.ts": "a request whose Content-Length is within the limit",
  "packages/verify/src/client/attempt.ts": "an answer that the test itself has sent",
  "packages/verify/src/round-trip/comparable.ts": "a value of the test itself",
  "packages/verify/src/traffic/seen-body.ts": "a body of the caller's own, shorter than the limit",
  "packages/verify/src/wire/write-request.ts": "a request of the test itself",
};

/** The folder of the console's page, which reads only responses of its own server. */
const allowedFolder = "packages/mock/src/node/console/browser/";

/**
 * Checks that the product reads bodies only through a reader with a limit: a compressed response of some kilobytes may
 * expand to gigabytes.
 *
 * @param others more sources to check as if they were in the repository
 */
export function checkReads(
  paths: readonly string[],
  others: readonly SourceText[] = [],
): Finding[] {
  const texts = [...readSources(paths), ...others].filter(({ text }) => anyRead.test(text));
  const virtual = new Map(others.map(({ path, text }) => [join(repositoryRoot, path), text]));
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    types: ["node"],
    customConditions: ["@openapi-packages/source"],
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => virtual.get(name) ?? readFile(name);
  host.fileExists = (name) => virtual.has(name) || fileExists(name);
  host.getSourceFile = (name, version) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, version, true);
  };
  const names = texts.map(({ path }) => join(repositoryRoot, path));
  const program = ts.createProgram(names, options, host);
  const checker = program.getTypeChecker();
  const found = texts.flatMap(({ path }) => {
    const source = program.getSourceFile(join(repositoryRoot, path));
    return source === undefined ? [] : readsIn(source, path, checker);
  });
  const reading = new Set(found.map(({ path }) => path));
  const unused = paths.filter((path) => allowed[path] !== undefined && !reading.has(path));
  return [
    ...found.filter(({ path }) => allowed[path] === undefined && !path.startsWith(allowedFolder)),
    ...unused.map((path) => ({
      path,
      line: 1,
      rule: "unused-allowance",
      message: "no longer reads a body as a whole: take it off the list of scripts/check-reads.ts",
    })),
  ];
}

function readsIn(source: ts.SourceFile, path: string, checker: ts.TypeChecker): Finding[] {
  const found: Finding[] = [];
  const visit = (node: ts.Node): void => {
    const read = ts.isCallExpression(node) ? readOf(node, checker) : undefined;
    if (read !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const message = `${read} reads a body of any length: use readWithin or another reader with a limit`;
      found.push({ path, line: line + 1, rule: "unbounded-read", message });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text of a call that reads the whole body of a request or response; `undefined` for any other call. */
function readOf({ expression }: ts.CallExpression, checker: ts.TypeChecker): string | undefined {
  const isAccess = ts.isPropertyAccessExpression(expression);
  if (!isAccess && !ts.isElementAccessExpression(expression)) return undefined;
  const isNamed = !isAccess || (wholeReads as readonly string[]).includes(expression.name.text);
  const type = checker.getNonNullableType(checker.getTypeAtLocation(expression.expression));
  const isMessage = type.getProperty("bodyUsed") !== undefined;
  return isNamed && isMessage ? expression.getText() : undefined;
}

if (process.argv[1] === import.meta.filename) {
  const paths = listFiles("generator/src/*.ts", "packages/*/src/*.ts").filter(
    (path) => !/^packages\/(?:contract|client|server|mocks)\//.test(path),
  );
  reportFindings(checkReads(paths), `reads of ${paths.length} files`);
}
