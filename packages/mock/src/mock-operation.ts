import { HttpHandler } from "msw";
import { matchPath, parsePathTemplate } from "@openapi-packages/runtime";
import { matchQuery } from "@openapi-packages/runtime/internals";
import type { ApiDescriptor, OperationDescriptor } from "@openapi-packages/runtime";
import type { AnyResult } from "@openapi-packages/runtime";
import { describedMounts, mountOf } from "./mount.ts";
import { createServerCore } from "@openapi-packages/runtime/server";
import { toFetch } from "@openapi-packages/runtime/server";
import type { ServerOptions } from "@openapi-packages/runtime/server";
import type { AnyHandler, Answer, Handler, Route } from "@openapi-packages/runtime/server";

/** What a mocked operation answers: a result, or a handler like the server's. */
export type MockAnswer<Input, Result> = Answer<Result> | Handler<Input, Result>;

/** How a mock behaves. */
export interface MockOptions extends Pick<
  ServerOptions,
  "validateResponses" | "onError" | "maxBodyBytes"
> {
  /**
   * Where the mocked server is. Left out: any origin, with the path as the description has it or
   * below the path of one of its servers.
   */
  readonly baseUrl?: string;
  /** Demands credentials as the server does. Left out: a mock does not ask for any. */
  readonly security?: NonNullable<ServerOptions["security"]>;
}

/**
 * A handler for MSW that answers one operation. It runs on the server core: a request that does not
 * conform is refused as the server would refuse it. Other methods and paths are left to other
 * handlers.
 *
 * @param defaultAnswer what it answers unless `answer` is given, such as the description's example;
 *   without either the answer is 501.
 */
export function mockOperation<Input, Result extends AnyResult>(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  validators: Route["validators"],
  defaultAnswer: Answer<Result> | undefined,
  answer?: MockAnswer<Input, Result>,
  options: MockOptions = {},
): HttpHandler {
  const handler = toHandler(answer ?? defaultAnswer);
  const { baseUrl, security, ...serverOptions } = options;
  const demanded = security === undefined ? { ...operation, security: [] } : operation;
  const route: Route = { operation: demanded, validators, handler };
  const bases = baseUrl === undefined ? describedMounts(api, [operation]) : [mountOf(baseUrl)];
  const mounts = bases.map((base) => ({
    ...base,
    fetch: toFetch(
      createServerCore(api, [route], {
        ...serverOptions,
        ...(security ? { security } : {}),
        basePath: base.path,
        requestIdHeader: false,
      }),
    ),
  }));
  const template = parsePathTemplate(operation.path);
  const mountAt = (url: string): (typeof mounts)[number] | undefined => {
    const { origin, pathname, search } = new URL(url);
    return mounts.find(
      (mount) =>
        (mount.origin === undefined || mount.origin === origin) &&
        pathname.startsWith(mount.path) &&
        matchPath(template, pathname.slice(mount.path.length)) !== undefined &&
        matchQuery(template, search.slice(1)),
    );
  };
  return new HttpHandler(
    operation.method,
    ({ request }) => mountAt(request.url) !== undefined,
    ({ request }) => mountAt(request.url)?.fetch(request),
  );
}

function toHandler(
  answer: MockAnswer<never, AnyResult> | undefined,
): AnyHandler<unknown> | undefined {
  if (answer === undefined || typeof answer === "function") return answer as AnyHandler<unknown>;
  return () => answer;
}
