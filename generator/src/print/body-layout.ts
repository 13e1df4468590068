import type { Doc } from "prettier";
import { builders } from "prettier/doc";

import { lineWidth } from "./print-data.ts";

const { conditionalGroup, group, hardline, ifBreak, indent, join, line, softline } = builders;

/** The layout of a function's body, of the forms that emitters write; `undefined` for any other. */
export function bodyLayout(statements: readonly unknown[]): Doc | undefined {
  const layouts: Doc[] = [];
  for (const statement of statements) {
    const layout = typeof statement === "string" ? bodyStatement(statement) : undefined;
    if (layout === undefined) return undefined;
    layouts.push(layout);
  }
  return join(hardline, layouts);
}

function bodyStatement(text: string): Doc | undefined {
  if (isPlain(text)) return text;
  return (
    returnedCall(text) ??
    returnedMethods(text) ??
    returnedList(text) ??
    returnedClients(text) ??
    returnedServer(text)
  );
}

/** The most columns of a statement that no layout breaks, wherever it stands. */
const shortStatement = lineWidth - 4;

const plainStatements = [
  /^this\.#\w+ = \w+;$/,
  /^const core = \w+\(options\);$/,
  /^return \w+<\w+>\(\w+\(core\)\);$/,
  /^return \[\.\.\.part0(?:, \.\.\.part\d+)*\];$/,
];

function isPlain(text: string): boolean {
  return text.length <= shortStatement && plainStatements.some((plain) => plain.test(text));
}

/** `return call(this.#core, operation, input, options);` */
function returnedCall(text: string): Doc | undefined {
  const [, name, list] =
    /^return ([\p{ID_Continue}$]+)\(([\p{ID_Continue}$#., ]+(?:<Context>\(handlers\), \.\.\.options)?)\);$/u.exec(
      text,
    ) ?? [];
  if (name === undefined || list === undefined) return undefined;
  return ["return ", callLayout(name, list), ";"];
}

function callLayout(name: string, list: string): Doc {
  const items = list.split(", ");
  return group([
    name,
    "(",
    indent([softline, join([",", line], items)]),
    ifBreak(","),
    softline,
    ")",
  ]);
}

const row = /^\{ ((?:[\p{ID_Continue}$]+: [\p{ID_Continue}$?.]+(?:, )?)+) \},$/u;
const call = /^([\p{ID_Continue}$]+)\(([\p{ID_Continue}$., ]+)\),$/u;

/** A list of objects or of calls, each of them on a line of its text. */
function returnedList(text: string): Doc | undefined {
  const lines = text.split("\n");
  const [, start] = /^(return |const part\d+: \w+<Context>\[\] = )\[$/.exec(lines[0] ?? "") ?? [];
  if (lines.length < 3 || start === undefined || lines.at(-1) !== "];") return undefined;
  const inner = lines.slice(1, -1);
  const rows: Doc[] = [];
  for (const one of inner) {
    const [, members] = row.exec(one) ?? [];
    const [, name, list] = call.exec(one) ?? [];
    if (members !== undefined) rows.push(objectLayout(members.split(", ")));
    else if (name !== undefined && list !== undefined) rows.push(callLayout(name, list));
    else return undefined;
  }
  const shouldBreak = inner.length > 1 && inner.every((one) => row.test(one));
  const list = [indent([softline, join([",", line], rows)]), ifBreak(","), softline];
  return [start, group(["[", ...list, "]"], { shouldBreak }), ";"];
}

/** `return bind(core, [getPet, listPets]);`, and methods with other names behind. */
function returnedMethods(text: string): Doc | undefined {
  const [, name, list, others] =
    /^return (\w+)\(core, \[([\p{ID_Continue}$, ]*)\](?:, \{ ([\p{ID_Continue}$:, ]+) \})?\);$/u.exec(
      text,
    ) ?? [];
  if (name === undefined || list === undefined) return undefined;
  const items = list === "" ? [] : list.split(", ");
  const array = listLayout(items);
  if (others === undefined) return ["return ", name, "(core, ", array, ");"];
  const members = others.split(", ");
  const object = objectLayout(members);
  const head = ["core, ", array, ", "];
  return [
    "return ",
    name,
    conditionalGroup([
      ["(", ...head, object, ")"],
      ["(", ...head, group(objectLayout(members), { shouldBreak: true }), ")"],
      group(
        ["(", indent([softline, join([",", line], ["core", array, object])]), ",", softline, ")"],
        { shouldBreak: true },
      ),
    ]),
    ";",
  ];
}

function listLayout(items: readonly string[]): Doc {
  if (items.length === 0) return "[]";
  return group([
    "[",
    indent([softline, join([",", line], [...items])]),
    ifBreak(","),
    softline,
    "]",
  ]);
}

const clientMembers = [
  /^core,$/,
  /^raw: \(method, path, request\) => \w+\(core, method, path, request\),$/,
  /^[\p{ID_Continue}$]+: [\p{ID_Continue}$]+\(core\),$/u,
];

/** The parts of a client, `assistants: assistantsClient(core),` on a line each. */
function returnedClients(text: string): Doc | undefined {
  const lines = text.split("\n");
  if (lines[0] !== "return {" || lines.at(-1) !== "};") return undefined;
  const inner = lines.slice(1, -1);
  const isKnown = (one: string): boolean =>
    one.length <= shortStatement && clientMembers.some((known) => known.test(one));
  if (inner.length === 0 || !inner.every(isKnown)) return undefined;
  return ["return {", indent([hardline, join(hardline, inner)]), hardline, "};"];
}

const routes = /^\.\.\.([\p{ID_Continue}$]+<Context>)\((handlers\.[\p{ID_Continue}$]+)\),$/u;

/** `return createServerCore(api, [`, the routes of a tag on a line each, `], ...options);` */
function returnedServer(text: string): Doc | undefined {
  const lines = text.split("\n");
  const [, name, api] = /^return (\w+)\((\w+), \[$/.exec(lines[0] ?? "") ?? [];
  if (name === undefined || api === undefined || lines.at(-1) !== "], ...options);")
    return undefined;
  const items: Doc[] = [];
  for (const one of lines.slice(1, -1)) {
    const [, called, argument] = routes.exec(one) ?? [];
    if (called === undefined || argument === undefined) return undefined;
    items.push(["...", callLayout(called, argument)]);
  }
  if (items.length === 0) return undefined;
  const list = group([
    "[",
    indent([softline, join([",", line], items)]),
    ifBreak(","),
    softline,
    "]",
  ]);
  const inner = [softline, join([",", line], [api, list, "...options"])];
  return ["return ", group([name, "(", indent(inner), ifBreak(","), softline, ")"]), ";"];
}

function objectLayout(members: string[]): Doc {
  return group(["{", indent([line, join([",", line], members)]), ifBreak(","), line, "}"]);
}
