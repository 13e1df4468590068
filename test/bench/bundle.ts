import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import type { OperationGroup } from "../../packages/description/src/model/api-model.ts";
import { buildApiModel } from "../../packages/description/src/model/build-api-model.ts";
import { bundle } from "../size/bundle.ts";
import { bundledMembers, type BundledMember } from "../size/bundle-members.ts";
import { simpleCalls } from "./simple-calls.ts";
import { count } from "./table.ts";
import { clientAlone, peersFolder, repositoryRoot } from "./tools.ts";

/** An application that makes a client's core and calls one operation. */
const calling = ({ fileName, operations }: OperationGroup, id: string): string => {
  const name = operations.find((operation) => operation.id === id)?.variableName ?? id;
  return `import { createCore } from "./client/core.ts";
import { ${name} } from "./client/${fileName}.ts";
globalThis.used = [createCore, ${name}];`;
};

const wholeClient = `import { createClient } from "./client/index.ts";\nglobalThis.used = createClient;`;

/** The name of a member and its file, in the client or in this repository. */
function placeOf({ name, file }: BundledMember): string {
  const path = resolve(file);
  const shown = relative(path.startsWith(folder) ? folder : repositoryRoot, path);
  return file === "" ? "the program" : [name, shown].filter(Boolean).join(", ");
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    operation: { type: "string" },
    all: { type: "boolean", default: false },
  },
});
const description = resolve(positionals[0] ?? join(repositoryRoot, "spec/openapi.yaml"));
const { model } = buildApiModel(await loadDocument(description));
const id = values.operation ?? simpleCalls(model)[0]?.operation.id ?? "";
const group = model.groups.find(({ operations }) => operations.some((one) => one.id === id));
if (group === undefined) throw new TypeError(`the description has no operation ${id}`);

// Below the repository, so that the client finds the runtime.
const cache = join(peersFolder, ".cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "bundle-"));
try {
  execFileSync(process.execPath, clientAlone.command(description, folder));
  const program = values.all ? wholeClient : calling(group, id);
  const { minified, gzipped } = await bundle(program, folder);
  const members = await bundledMembers(program, folder);
  console.log(
    `${basename(description)}, ${values.all ? "all operations" : id}: ` +
      `${count(gzipped)} bytes gzipped, ${count(minified)} minified. ` +
      "Of a member, gzipped is what the bundle is smaller by without it alone.\n",
  );
  console.log("minified gzipped  member");
  for (const member of members) {
    const bytes = `${count(member.minified).padStart(8)} ${count(member.gzipped).padStart(7)}`;
    const purpose = member.purpose && `: ${member.purpose}`;
    console.log(`${bytes}  ${placeOf(member)}${purpose}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
