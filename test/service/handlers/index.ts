import { partial, type Handlers } from "@genai-app/server";
import {
  listAssistants,
  createAssistant,
  getAssistant,
  updateAssistant,
  deleteAssistant,
} from "./assistants.ts";
import {
  createAssistantRun,
  listAssistantRuns,
  getAssistantRun,
  cancelAssistantRun,
} from "./assistant-runs.ts";
import { listAssistantEvents, getAssistantRunEventsSSE } from "./events.ts";
import { createAssetUrl, listAssets, createAsset, getAsset, deleteAsset } from "./assets.ts";
import type { Context } from "./context.ts";
import type { Store } from "./store.ts";

/** Every handler, as `createServer` takes them. */
export const createHandlers = (store: Store): Handlers<Context> =>
  partial({
    assistants: {
      listAssistants: listAssistants(store),
      createAssistant: createAssistant(store),
      getAssistant: getAssistant(store),
      updateAssistant: updateAssistant(store),
      deleteAssistant: deleteAssistant(store),
    },
    assistantRuns: {
      createAssistantRun: createAssistantRun(store),
      listAssistantRuns: listAssistantRuns(store),
      getAssistantRun: getAssistantRun(store),
      cancelAssistantRun: cancelAssistantRun(store),
    },
    events: {
      listAssistantEvents: listAssistantEvents(store),
      getAssistantRunEventsSSE: getAssistantRunEventsSSE(store),
    },
    assets: {
      createAssetUrl: createAssetUrl(store),
      listAssets: listAssets(store),
      createAsset: createAsset(store),
      getAsset: getAsset(store),
      deleteAsset: deleteAsset(store),
    },
  });
