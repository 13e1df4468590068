import express from "express";
import type { Express, NextFunction, Request, Response } from "express";
import { userOf } from "./access.ts";
import { BASE, JSON_TYPE, requireAccepted } from "./calls.ts";
import type { Handler } from "./calls.ts";
import { addComment, listComments } from "./comments.ts";
import { ApiError, badRequest, notFound, tooLarge, unsupportedType } from "./errors.ts";
import { addExpense, deleteExpense, getExpense, listExpenses } from "./expenses.ts";
import { exportReport } from "./export.ts";
import { MULTIPART_LIMIT, uploadReceipt } from "./receipts.ts";
import { downloadReceipt } from "./downloads.ts";
import { replaceExpense } from "./replace-expense.ts";
import { updateReport } from "./update-report.ts";
import { createReport, deleteReport, getReport, listReports } from "./reports.ts";
import { getCategory, getPolicy, putCategory, putPolicy } from "./settings.ts";
import { decideReport, submitReport } from "./transitions.ts";

const JSON_LIMIT = 256 * 1024;

/**
 * `produces` is what a success has as its type, if that is always the same;
 * a body is read only with a `limit`.
 */
type Operation = { handler: Handler; produces?: string; limit?: number };
type Method = "get" | "post" | "put" | "patch" | "delete";

const json = (handler: Handler): Operation => ({ handler, produces: JSON_TYPE });
const write = (handler: Handler, limit = JSON_LIMIT): Operation => ({ ...json(handler), limit });

const operations: Record<string, Partial<Record<Method, Operation>>> = {
  "/reports": { get: json(listReports), post: write(createReport) },
  "/reports/:reportId": {
    get: json(getReport),
    patch: write(updateReport),
    delete: { handler: deleteReport },
  },
  "/reports/:reportId/submit": { post: json(submitReport) },
  "/reports/:reportId/decision": { post: write(decideReport) },
  "/reports/:reportId/export": { get: { handler: exportReport, produces: "text/csv" } },
  "/reports/:reportId/expenses": { get: json(listExpenses), post: write(addExpense) },
  "/reports/:reportId/comments": { get: json(listComments), post: write(addComment) },
  "/expenses/:expenseId": {
    get: json(getExpense),
    put: write(replaceExpense),
    delete: { handler: deleteExpense },
  },
  "/expenses/:expenseId/receipts": { post: write(uploadReceipt, MULTIPART_LIMIT) },
  "/receipts/:receiptId/content": { get: { handler: downloadReceipt } },
  "/teams/:teamId/policy": { get: json(getPolicy), put: write(putPolicy) },
  "/teams/:teamId/categories/:code": { get: json(getCategory), put: write(putCategory) },
};

const readRaw = (req: Request, res: Response, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const read = express.raw({ type: () => true, limit });
    read(req, res, (error?: unknown) =>
      error === undefined
        ? resolve(Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0))
        : reject(error),
    );
  });

const run =
  ({ handler, produces, limit }: Operation) =>
  async (req: Request, res: Response): Promise<void> => {
    const user = userOf(req);
    const call = { req, res, user, raw: Buffer.alloc(0) };
    if (produces !== undefined) requireAccepted(call, produces);
    await handler(limit === undefined ? call : { ...call, raw: await readRaw(req, res, limit) });
  };

function refuseMethod(methods: string[]) {
  const names = methods.flatMap((name) => (name === "get" ? ["get", "head"] : [name]));
  const allow = [...names, "options"].join(", ").toUpperCase();
  return (req: Request, res: Response): void => {
    if (req.method !== "OPTIONS") {
      const message = `${req.method} is not possible here.`;
      throw new ApiError(405, "method_not_allowed", message, [], { Allow: allow });
    }
    res.status(204).set("Allow", allow).end();
  };
}

/** The errors of Express and its body parser have a status of their own. */
function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof URIError) return badRequest("The address is malformed.");
  const { status } = error as { status?: number };
  if (status === 413) return tooLarge("The body is too large.");
  if (status === 415) return unsupportedType("The encoding of the body is not known.");
  if (status !== undefined && status >= 400 && status < 500)
    return badRequest("The request is malformed.");
  console.error(error);
  return new ApiError(500, "internal", "Something went wrong.");
}

function sendError(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) return next(error);
  const { status, code, message, details, headers } = apiErrorOf(error);
  res.status(status).set("Cache-Control", "no-store").set(headers);
  res.json({ code, message, details });
}

export function createApp(): Express {
  const app = express();
  app.disable("x-powered-by").set("etag", false);
  const router = express.Router({ strict: true, caseSensitive: true });
  for (const [path, methods] of Object.entries(operations)) {
    const route = router.route(path);
    for (const [method, operation] of Object.entries(methods))
      route[method as Method](run(operation));
    route.all(refuseMethod(Object.keys(methods)));
  }
  app.set("case sensitive routing", true);
  app.use(BASE, router);
  app.use(() => {
    throw notFound("path");
  });
  app.use(sendError);
  return app;
}
