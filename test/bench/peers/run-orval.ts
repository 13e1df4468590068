import { generate } from "orval";

const [description = "", folder = ""] = process.argv.slice(2);

await generate({
  input: { target: description, parserOptions: { externalRefs: { allow: ["*"] } } },
  output: { target: `${folder}/api.ts`, client: "fetch", mode: "split" },
});
