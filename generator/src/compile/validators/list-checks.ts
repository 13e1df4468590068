import { member, type Json, type JsonObject } from "../../json.ts";
import { schemaList, isSchema } from "./subschemas.ts";
import { pathBelow } from "./code-writer.ts";
import { report, reportCall, reportIf, type Checked } from "./checked.ts";

/** Writes the checks of keywords for lists (JSON Schema 2020-12 core, section 10.3.1; validation, section 6.4). */
export function writeItemChecks(schema: JsonObject, checked: Checked): void {
  const { module, code, value, seen } = checked;
  const { minItems, maxItems, uniqueItems } = schema;
  if (typeof minItems === "number" && minItems > 0)
    reportIf(checked, `${value}.length < ${minItems}`, "minItems", `limit: ${minItems}`);
  if (typeof maxItems === "number")
    reportIf(checked, `${value}.length > ${maxItems}`, "maxItems", `limit: ${maxItems}`);
  const prefix = schemaList(schema, "prefixItems");
  for (const [index, item] of prefix.entries()) {
    const name = code.name("item");
    const opening = [`if (${value}.length > ${index}) {`, `const ${name} = ${value}[${index}];`];
    code.blockIfAny(opening, () => checked.write(item, below(checked, name, `"/${index}"`)));
  }
  if (seen !== undefined && prefix.length > 0) code.line(`${seen}.addItems(${prefix.length});`);
  const items = member(schema, "items");
  if (isSchema(items)) {
    if (items === false) {
      const test = `${value}.length > ${prefix.length}`;
      reportIf(checked, test, "items", `limit: ${prefix.length}`);
    } else writeEach(checked, prefix.length, (item) => checked.write(items, item));
    if (seen !== undefined) code.line(`${seen}.addItems(Infinity);`);
  }
  writeContains(schema, checked);
  if (uniqueItems !== true) return;
  const pair = code.name("pair");
  code.line(`const ${pair} = ${module.use("duplicate")}(${value});`);
  reportIf(checked, `${pair} !== undefined`, "uniqueItems", `i: ${pair}[1], j: ${pair}[0]`);
}

/** Writes the check of the items that no keyword beside has looked at (core, section 11.2). */
export function writeUnevaluatedItems(schema: Json, checked: Checked): void {
  const { code, value, seen } = checked;
  code.block(`if (Array.isArray(${value})) {`, () => {
    const index = code.name("index");
    const item = code.name("item");
    const opening = [
      `for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {`,
      `if (${seen}.hasItem(${index})) continue;`,
    ];
    code.block(opening, () => {
      if (schema === false) {
        report(checked, "unevaluatedItems", `limit: ${index}`);
        code.line("break;");
        return;
      }
      code.line(`const ${item} = ${value}[${index}];`);
      checked.write(schema, below(checked, item, `"/"`, index));
    });
    code.line(`${seen}.addItems(Infinity);`);
  });
}

/** Code for each item from an index on. */
function writeEach(checked: Checked, from: number, body: (item: Checked) => void): void {
  const { code, value } = checked;
  const index = code.name("index");
  const item = code.name("item");
  const opening = [
    `for (let ${index} = ${from}; ${index} < ${value}.length; ${index}++) {`,
    `const ${item} = ${value}[${index}];`,
  ];
  code.blockIfAny(opening, () => body(below(checked, item, `"/"`, index)));
}

function writeContains(schema: JsonObject, checked: Checked): void {
  const contains = member(schema, "contains");
  if (!isSchema(contains)) return;
  const { code, value, seen } = checked;
  const { minContains, maxContains } = schema;
  const least = typeof minContains === "number" ? minContains : 1;
  const most = typeof maxContains === "number" ? maxContains : undefined;
  const count = code.name("count");
  const index = code.name("index");
  const item = code.name("item");
  const start = code.name("start");
  code.line(`let ${count} = 0;`);
  const opening = [
    `for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {`,
    `const ${item} = ${value}[${index}];`,
    `const ${start} = findings.length;`,
  ];
  code.block(opening, () => {
    checked.write(contains, below(checked, item, `"/"`, index));
    const tracked = seen === undefined ? "" : ` ${seen}.addItem(${index});`;
    code.block(`if (findings.length === ${start}) {`, () => code.line(`${count} += 1;${tracked}`));
    code.line(`findings.length = ${start};`);
  });
  const upper = most === undefined ? "" : ` || ${count} > ${most}`;
  const parameters = `minContains: ${least}${most === undefined ? "" : `, maxContains: ${most}`}`;
  code.line(`if (${count} < ${least}${upper}) ${reportCall(checked, "contains", parameters)}`);
}

/** An item of the list: what is within it is nobody else's to keep track of. */
function below(checked: Checked, value: string, ...parts: readonly string[]): Checked {
  return { ...checked, value, path: parts.reduce(pathBelow, checked.path), seen: undefined };
}
