import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../../../generator/src/generate.ts";
import type { CallOptions, CallResult, ClientOptions } from "@openapi-packages/runtime/client";
import type { CreateMockOptions, Mock } from "@openapi-packages/mock";
import type { Server, ServerOptions } from "@openapi-packages/runtime/server";
import type { SendOptions } from "@openapi-packages/runtime/webhooks";

/** What a call of the generated client is, as far as these tests look at it. */
export interface FeatureCall extends PromiseLike<unknown>, AsyncIterable<unknown> {
  result(): Promise<CallResult<{ status: number; body?: unknown; headers?: object }>>;
}

type Method = (input?: unknown, options?: CallOptions) => FeatureCall;

/** A handler, whatever its operation. */
export type FeatureHandler = (input: never, context: never) => unknown;

interface Groups<Member> {
  readonly [group: string]: { readonly [operation: string]: Member };
}

/** The generated packages of the feature description, as they are when they have been loaded. */
export interface FeaturePackages {
  createClient(options?: ClientOptions): Groups<Method>;
  serverUrl(url: string, variables?: object): string;
  createServer(handlers: Groups<FeatureHandler>, options?: ServerOptions): Server;
  createWebhookReceiver(
    handlers: { readonly [webhook: string]: FeatureHandler },
    options?: object,
  ): Server;
  /** Those of the mocks. */
  createMock(options?: CreateMockOptions): Mock;
  sendWebhook(name: string, input: unknown, options: SendOptions): Promise<Response>;
}

const root = join(import.meta.dirname, "..", "..", "..");

/**
 * Generates the packages of the feature description and loads them.
 *
 * @param user names the test file: each has a folder of its own, as they run at the same time.
 */
export async function loadFeaturePackages(user: string): Promise<FeaturePackages> {
  const folder = join(root, "node_modules", ".cache", "features", user);
  rmSync(folder, { recursive: true, force: true });
  const spec = join(import.meta.dirname, "description.yaml");
  await generate({ spec, out: folder, scope: "@features" });
  const modules = join(folder, "node_modules", "@features");
  mkdirSync(modules, { recursive: true });
  for (const name of ["contract", "client", "server"]) {
    symlinkSync(join("..", "..", name), join(modules, name), "dir");
  }
  const load = (name: string, module = "index"): Promise<object> =>
    import(/* @vite-ignore */ join(folder, name, "src", `${module}.ts`)) as Promise<object>;
  const loaded = [load("client"), load("server"), load("mocks")];
  const [client, server, mocks] = await Promise.all(loaded);
  return { ...client, ...server, ...mocks } as FeaturePackages;
}
