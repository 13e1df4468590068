import { ts } from "ts-morph";

/** A file under the hands of a user. */
export interface Edited {
  readonly path: string;
  readonly text: string;
  /** A name that is nowhere yet. */
  readonly name: string;
  /** Which of the places that there are; any number. */
  readonly place: number;
}

/** A change that a user might make, after which the file still compiles. */
export type UserEdit = (file: Edited) => string;

const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);

const lineEndOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? "\n";

/** Puts a text before or behind a statement that is no import, or at the end. */
function atStatement(added: (name: string) => string): UserEdit {
  return ({ text, name, place }) => {
    const lineEnd = lineEndOf(text);
    const { statements } = parse(text);
    const ends = statements.filter((one) => !ts.isImportDeclaration(one)).map(({ end }) => end);
    const imports = statements.filter(ts.isImportDeclaration).map(({ end }) => end);
    const places = [...ends, Math.max(0, ...imports)];
    const at = places[place % places.length] ?? text.length;
    const own = added(name).replaceAll("\n", lineEnd);
    return `${text.slice(0, at)}${lineEnd}${own}${text.slice(at)}`;
  };
}

/** Exchanges two neighbours at the top level that are no imports. */
const reorder: UserEdit = ({ text, place }) => {
  const tree = parse(text);
  const own = tree.statements.filter((one) => !ts.isImportDeclaration(one));
  const first = own[place % Math.max(1, own.length - 1)];
  const second = tree.statements[tree.statements.findIndex((one) => one === first) + 1];
  if (first === undefined || second === undefined || ts.isImportDeclaration(second)) return text;
  const [a, b] = [text.slice(first.pos, first.end), text.slice(second.pos, second.end)];
  // What follows a comment must be on a line of its own.
  return `${text.slice(0, first.pos)}${b}${a}${text.slice(second.end)}`;
};

/** Puts a comment into a list: an object literal, the names of an import, or a block. */
const commentWithin: UserEdit = ({ text, name, place }) => {
  const lineEnd = lineEndOf(text);
  const tree = parse(text);
  const places: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node))
      for (const one of node.properties) places.push(one.getStart(tree));
    if (ts.isNamedImports(node)) for (const one of node.elements) places.push(one.getStart(tree));
    if (ts.isBlock(node)) places.push(node.end - 1);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const at = places[place % Math.max(1, places.length)];
  if (at === undefined) return text;
  const comment = place % 2 === 0 ? `// ${name}${lineEnd}` : `/* ${name}${lineEnd} more */ `;
  return `${text.slice(0, at)}${comment}${text.slice(at)}`;
};

/** A comment behind a line's last comma or brace. */
const commentBehind: UserEdit = ({ text, name, place }) => {
  const ends = [...text.matchAll(/[,{](?=\r?\n)/g)].map(({ index }) => index + 1);
  const at = ends[place % Math.max(1, ends.length)];
  if (at === undefined) return text;
  const isCode = ts.getLeadingCommentRanges(text, 0) === undefined || at > 0;
  const before = text.slice(text.lastIndexOf("\n", at) + 1, at);
  if (!isCode || /^\s*(\*|\/[/*])|\/[/*]/.test(before)) return text;
  const comment = place % 2 === 0 ? ` // ${name}` : ` /* ${name} */`;
  return text.slice(0, at) + comment + text.slice(at);
};

/** Lays an object literal out on one line. */
const oneLine: UserEdit = ({ text, place }) => {
  const tree = parse(text);
  const objects: ts.ObjectLiteralExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && !/\/[/*]/.test(node.getText(tree)))
      objects.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const object = objects[place % Math.max(1, objects.length)];
  if (object === undefined) return text;
  const flat = object.getText(tree).replace(/\s+/g, " ");
  return text.slice(0, object.getStart(tree)) + flat + text.slice(object.end);
};

/** Spreads the names of an import over lines. */
const spreadImport: UserEdit = ({ text, place }) => {
  const lineEnd = lineEndOf(text);
  const tree = parse(text);
  const lists = tree.statements
    .filter(ts.isImportDeclaration)
    .flatMap(({ importClause }) => importClause?.namedBindings ?? [])
    .filter(ts.isNamedImports);
  const list = lists[place % Math.max(1, lists.length)];
  if (list === undefined || /\/[/*]/.test(list.getText(tree))) return text;
  const names = list.elements.map((one) => `    ${one.getText(tree)}`).join(`,${lineEnd}`);
  const end = place % 2 === 0 ? "," : "";
  return `${text.slice(0, list.getStart(tree))}{${lineEnd}${names}${end}${lineEnd}}${text.slice(list.end)}`;
};

/** Gives an imported type another name. */
const aliasType: UserEdit = ({ text, name, place }) => {
  const types = [...text.matchAll(/(?<=[{,]\s*type )(\w+Handler)\b(?! as)/g)];
  const match = types[place % Math.max(1, types.length)];
  const type = match?.[1];
  if (match === undefined || type === undefined || new RegExp(`\\/[/*].*${type}`).test(text))
    return text;
  const at = match.index + type.length;
  const rest = text.slice(at).replace(new RegExp(`\\b${type}\\b`, "g"), `${name}Type`);
  const head = text.slice(0, match.index).replace(new RegExp(`\\b${type}\\b`, "g"), `${name}Type`);
  return `${head}${type} as ${name}Type${rest}`;
};

/** Writes a handler that was empty. */
const implement: UserEdit = ({ text, name, place }) => {
  const stubs = [...text.matchAll(/throw new NotImplementedError\(operation\.operationId\);?/g)];
  const match = stubs[place % Math.max(1, stubs.length)];
  if (match === undefined) return text;
  const own = `const ${name} = { operation }; // ${name}${lineEndOf(text)}return ${name};`;
  return text.slice(0, match.index) + own + text.slice(match.index + match[0].length);
};

const replacing =
  (pattern: RegExp, by: string | ((...found: string[]) => string)): UserEdit =>
  ({ text }) =>
    typeof by === "string" ? text.replace(pattern, by) : text.replace(pattern, by);

/** What a user may do to a file. */
export const userEdits: readonly UserEdit[] = [
  atStatement((name) => `function ${name}() {\n\treturn "${name}";\n}\n`),
  atStatement((name) => `export const ${name} = { a: 1, b: [2] } // ${name}\n`),
  atStatement((name) => `\n// ${name}\n\n`),
  atStatement((name) => `/** ${name} */\nexport class ${name} {}\n`),
  atStatement((name) => `/* ${name} { */ interface ${name} { readonly a: 1 }`),
  atStatement(() => "\n\n\n"),
  ({ path, text, name }) =>
    `import { help as ${name} } from "${path.includes("/") ? "../" : "./"}helper.js"; void ${name}${lineEndOf(text)};${text.replace(/^\ufeff/, "")}`,
  reorder,
  commentWithin,
  commentWithin,
  commentBehind,
  oneLine,
  spreadImport,
  aliasType,
  implement,
  replacing(/(?<=from )"([^"\n]*)"/g, "'$1'"),
  replacing(/\r?\n/g, "\r\n"),
  replacing(/;(?=\r?$)/gm, ""),
  replacing(/,(?=\s*[}\]])/g, ""),
  replacing(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2)),
  replacing(/^\ufeff?/, "\ufeff"),
  replacing(/\s+$/, ""),
  replacing(/\b_input\b/g, "given"),
  replacing(/\b_?store\b(?=[:)])/g, "data"),
];
