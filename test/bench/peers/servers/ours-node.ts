import { toNodeListener } from "@openapi-packages/runtime/server/node";
import { listen } from "./listen.ts";
import { server } from "./ours.ts";

listen(toNodeListener(server));
