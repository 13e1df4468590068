import { toNodeListener } from "@genai-app/runtime/server/node";
import { listen } from "./listen.ts";
import { server } from "./ours.ts";

listen(toNodeListener(server));
