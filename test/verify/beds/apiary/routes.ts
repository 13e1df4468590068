import * as apiaries from "./apiaries.ts";
import * as harvests from "./harvests.ts";
import { listHives } from "./hive-lists.ts";
import * as hives from "./hives.ts";
import * as inspections from "./inspections.ts";
import * as photos from "./photos.ts";
import type { Handler } from "./requests.ts";
import { getHarvestSummary } from "./summary.ts";

/** The handlers of each path by method. */
export const routes: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  "/apiaries": { GET: apiaries.listApiaries, POST: apiaries.createApiary },
  "/apiaries/:apiaryId": {
    GET: apiaries.getApiary,
    PUT: apiaries.replaceApiary,
    DELETE: apiaries.deleteApiary,
  },
  "/apiaries/:apiaryId/hives": { POST: hives.createHive },
  "/hives": { GET: listHives },
  "/hives/:hiveId": { GET: hives.getHive, PATCH: hives.updateHive },
  "/hives/:hiveId/move": { POST: hives.moveHive },
  "/hives/:hiveId/transitions": { POST: hives.transitionHive },
  "/hives/:hiveId/inspections": {
    GET: inspections.listInspections,
    POST: inspections.addInspection,
  },
  "/hives/:hiveId/inspections/:inspectionId": { DELETE: inspections.deleteInspection },
  "/hives/:hiveId/photo": { GET: photos.getPhoto, PUT: photos.putPhoto },
  "/harvests": { GET: harvests.listHarvests, POST: harvests.recordHarvest },
  "/harvests/:harvestId": { GET: harvests.getHarvest },
  "/harvests/:harvestId/bottle": { POST: harvests.bottleHarvest },
  "/harvest-summary": { GET: getHarvestSummary },
};
