import { readFileSync } from "node:fs";
import { fromOpenApi } from "@mswjs/source/open-api";
import { parse } from "yaml";
import { serveHandlers } from "./serve-handlers.ts";

const [file = "", port = ""] = process.argv.slice(2);
const text = readFileSync(file, "utf8");
const document = file.endsWith(".json") ? JSON.parse(text) : parse(text);
const servers = [{ url: `http://127.0.0.1:${port}` }];
serveHandlers(await fromOpenApi({ ...document, servers }), Number(port));
