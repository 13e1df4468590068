import { member, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import { block, when, type Statement } from "../code/statement.ts";
import { isSchema, schemaList } from "../schema-reader.ts";
import {
  below,
  countMarks,
  countUnlisted,
  innerBlock,
  removeMarks,
  removeUnlisted,
  report,
  takesVariable,
  type Checked,
} from "./checked.ts";

/**
 * Returns the checks of keywords for lists (JSON Schema 2020-12 core, section 10.3.1; validation,
 * section 6.4).
 */
export function listChecks(schema: JsonObject, checked: Checked): Statement[] {
  const rest = [
    ...shortnessChecks(schema, checked),
    ...prefixChecks(schema, checked),
    ...restChecks(schema, checked),
    ...containsChecks(schema, checked),
    ...uniqueChecks(schema, checked),
  ];
  const { maxItems } = schema;
  if (typeof maxItems !== "number") return rest;
  // Skips the other checks of a list that is too long: it may be huge.
  const seen = checked.seen === undefined ? [] : [`${checked.seen}.addItems(Infinity);`];
  const call = report(checked, "maxItems", `limit: ${maxItems}`);
  return when(`${checked.value}.length > ${maxItems}`, [call, ...seen], rest);
}

function shortnessChecks({ minItems }: JsonObject, checked: Checked): Statement[] {
  if (typeof minItems !== "number" || minItems <= 0) return [];
  const call = report(checked, "minItems", `limit: ${minItems}`);
  return when(`${checked.value}.length < ${minItems}`, [call]);
}

function prefixChecks(schema: JsonObject, checked: Checked): Statement[] {
  const { value, seen } = checked;
  const prefix = schemaList(schema, "prefixItems");
  const checks = prefix.flatMap((item, index) => {
    const inner = innerBlock(checked);
    const name = inner.scope.declare("item");
    const own = inner.checks(item, below(inner, name, [`"/${index}"`], `item ${index}`));
    const statements = own.length === 0 ? [] : [`const ${name} = ${value}[${index}];`, ...own];
    return when(`${value}.length > ${index}`, statements);
  });
  if (seen !== undefined && prefix.length > 0) checks.push(`${seen}.addItems(${prefix.length});`);
  return checks;
}

function restChecks(schema: JsonObject, checked: Checked): Statement[] {
  const items = member(schema, "items");
  if (!isSchema(items)) return [];
  const { value, seen } = checked;
  const from = schemaList(schema, "prefixItems").length;
  const checks =
    items === false
      ? when(`${value}.length > ${from}`, [report(checked, "items", `limit: ${from}`)])
      : eachItem(items, from, checked);
  return seen === undefined ? checks : [...checks, `${seen}.addItems(Infinity);`];
}

/** Loops over the items from an index on; returns nothing if they need no checks. */
function eachItem(
  schema: Json,
  from: number,
  checked: Checked,
  around: (checks: Statement[], index: string) => Statement[] = (checks) => checks,
): Statement[] {
  const inner = innerBlock(checked);
  const index = inner.scope.declare("index");
  const code = `${checked.value}[${index}]`;
  const isRead = takesVariable(schema);
  const name = isRead ? inner.scope.declare("item") : code;
  const checks = inner.checks(schema, below(inner, name, [`"/"`, index], "item"));
  const body = around(checks, index);
  if (body.length === 0) return [];
  return itemLoop(checked, index, from, [...(isRead ? [`const ${name} = ${code};`] : []), ...body]);
}

function itemLoop(
  { value }: Checked,
  index: string,
  from: number,
  body: readonly Statement[],
): Statement[] {
  return block(`for (let ${index} = ${from}; ${index} < ${value}.length; ${index}++)`, body);
}

function containsChecks(schema: JsonObject, checked: Checked): Statement[] {
  const contains = member(schema, "contains");
  if (!isSchema(contains)) return [];
  const { minContains, maxContains } = schema;
  const least = typeof minContains === "number" ? minContains : 1;
  const most = typeof maxContains === "number" ? maxContains : undefined;
  const inner = innerBlock(checked);
  const matches = inner.scope.declare("matches");
  const start = inner.scope.declare("start");
  const marks = checked.mayMark(contains) ? inner.scope.declare("marks") : undefined;
  const unlisted = checked.unlisted.mayPass(contains) ? inner.scope.declare("unlisted") : undefined;
  const isListed = unlisted === undefined ? "" : ` && ${countUnlisted(checked)} === ${unlisted}`;
  const loop = eachItem(contains, 0, inner, (checks, index) => [
    `const ${start} = errors.length;`,
    ...(marks === undefined ? [] : [`const ${marks} = ${countMarks(checked)};`]),
    ...(unlisted === undefined ? [] : [`const ${unlisted} = ${countUnlisted(checked)};`]),
    ...checks,
    ...when(
      `errors.length === ${start}${isListed}`,
      [
        `${matches} += 1;`,
        ...(checked.seen === undefined ? [] : [`${checked.seen}.addItem(${index});`]),
      ],
      marks === undefined ? [] : [removeMarks(checked, marks)],
    ),
    `errors.length = ${start};`,
    ...(unlisted === undefined ? [] : [removeUnlisted(checked, unlisted)]),
  ]);
  const upper = most === undefined ? "" : ` || ${matches} > ${most}`;
  const parameters = `minContains: ${least}${most === undefined ? "" : `, maxContains: ${most}`}`;
  const call = report(checked, "contains", parameters);
  return block("", [
    `let ${matches} = 0;`,
    ...loop,
    ...when(`${matches} < ${least}${upper}`, [call]),
  ]);
}

function uniqueChecks({ uniqueItems }: JsonObject, checked: Checked): Statement[] {
  if (uniqueItems !== true) return [];
  const pair = checked.scope.declare("pair");
  const find = `${checked.part.use("duplicate")}(${checked.value})`;
  const call = report(checked, "uniqueItems", `i: ${pair}[1], j: ${pair}[0]`);
  return [`const ${pair} = ${find};`, ...when(`${pair} !== undefined`, [call])];
}

/** Checks the items that no adjacent keyword has evaluated (core, section 11.2). */
export function unevaluatedItemChecks(schema: Json, checked: Checked): Statement[] {
  const { value, seen } = checked;
  const isSeen = (index: string): string => `if (${seen}.hasItem(${index})) continue;`;
  const loop =
    schema === false
      ? itemLoop(checked, "index", 0, [
          isSeen("index"),
          report(checked, "unevaluatedItems", "limit: index"),
          "break;",
        ])
      : eachItem(schema, 0, checked, (checks, index) =>
          checks.length === 0 ? [] : [isSeen(index), ...checks],
        );
  return when(`Array.isArray(${value})`, [...loop, `${seen}.addItems(Infinity);`]);
}
