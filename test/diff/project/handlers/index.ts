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
import {
  listAssistantEvents,
  getAssistantRunEventsSSE,
  getEvent,
  listEvents,
  createEvents,
  getStructureRunEventsSSE,
} from "./events.ts";
import { createAssetUrl, listAssets, createAsset, getAsset, deleteAsset } from "./assets.ts";

export { security } from "./security.ts";

/** Every handler, as `createServer` takes them. */
export const handlers: Handlers = partial({
  assistants: {
    listAssistants,
    createAssistant,
    getAssistant,
    updateAssistant,
    deleteAssistant,
  },
  assistantRuns: {
    createAssistantRun,
    listAssistantRuns,
    getAssistantRun,
    cancelAssistantRun,
  },
  events: {
    listAssistantEvents,
    getAssistantRunEventsSSE,
    getEvent,
    listEvents,
    createEvents,
    getStructureRunEventsSSE,
  },
  assets: {
    createAssetUrl,
    listAssets,
    createAsset,
    getAsset,
    deleteAsset,
  },
});
