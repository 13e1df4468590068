import { pathToFileURL } from "node:url";
import type { RequestHandler } from "msw";
import { serveHandlers } from "./serve-handlers.ts";

const [file = "", port = ""] = process.argv.slice(2);
const { handlers } = (await import(pathToFileURL(file).href)) as { handlers: RequestHandler[] };
serveHandlers(handlers, Number(port));
