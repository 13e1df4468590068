import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder, writeTree } from "../support.ts";
import { handlerProject } from "./scaffolding.ts";

const get = { id: "GetPet", tag: "pets", route: "GET /pets/{id}" };
const renamed = { ...get, id: "ReadPet" };

describe("handlers of a server in a folder", () => {
  it("import it by relative path, each from where it is", async () => {
    const root = temporaryFolder();
    const { run, files } = handlerProject(root);
    await run([get], { server: join(root, "api", "server") });
    expect(files()["pets/get-pet.ts"]).toContain('from "../../api/server/index.js";');
    expect(files()["index.ts"]).toContain('from "../api/server/index.js";');
  });

  it("are known as such by later runs", async () => {
    const root = temporaryFolder();
    const server = join(root, "api", "server");
    const { run, files, write } = handlerProject(root);
    await run([get], { server });
    const written = files()["pets/get-pet.ts"] ?? "";
    const own = 'import type { GetPetInput } from "../../api/contract/index.js";\n';
    write({ "pets/get-pet.ts": `${own}${written}\nexport type In = GetPetInput;\n` });
    await run([renamed], { server });
    const text = files()["pets/get-pet.ts"] ?? "";
    expect(text).toContain('import type { ReadPetInput } from "../../api/contract/index.js";');
    expect(text).toContain("type ReadPetHandler");
    expect(text).not.toContain("GetPetHandler");
    expect((await run([renamed], { server, dryRun: true })).edited).toEqual([]);
  });
});

describe("relative imports of handlers", () => {
  it.for([
    ['{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }', ".ts"],
    ['{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }', ""],
    ['{ "compilerOptions": { "module": "nodenext" } }', ".js"],
  ] as const)("end as the project has it: %s", async ([tsconfig, ending]) => {
    const root = temporaryFolder();
    const { run, files } = handlerProject(root);
    writeTree(root, { "tsconfig.json": tsconfig });
    await run([get]);
    expect(files()["index.ts"]).toContain(`from "./pets/get-pet${ending}";`);
    writeTree(root, { "tsconfig.json": "{}" });
    const list = { id: "ListPets", tag: "pets", route: "GET /pets" };
    await run([get, list]);
    expect(files()["index.ts"]).toContain(`from "./pets/list-pets${ending}";`);
  });
});
