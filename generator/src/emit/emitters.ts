import type { EmitModel } from "./emit-model.ts";
import type { EmittedFile } from "./emitted-file.ts";
import type { PlacedOptions } from "./module-parts.ts";
import { moduleHome } from "./package-names.ts";
import type { PartName } from "./parts.ts";

/**
 * The emitter of a part of the output, which gets the shared data.
 *
 * @param parts all parts that are written
 */
export type PartEmitter = (
  model: EmitModel,
  options: PlacedOptions,
  parts: ReadonlySet<PartName>,
) => readonly EmittedFile[];

/** Emitters by their part, in the order of the output. */
export type PartEmitters = ReadonlyMap<PartName, PartEmitter>;

/** The module of each emitter, so that only those of the parts that are written are loaded. */
const loaders: Readonly<Record<PartName, () => Promise<PartEmitter>>> = {
  types: async () => (await import("./contract/emit-types.ts")).emitTypes,
  contract: async () => (await import("./contract/emit-contract.ts")).emitContract,
  clientContract: async () => (await import("./contract/emit-contract.ts")).emitClientContract,
  client: async () => (await import("./client/emit-client.ts")).emitClient,
  server: async () => (await import("./server/emit-server.ts")).emitServer,
  validators: async () => (await import("./contract/validator-files.ts")).emitValidators,
  webhookValidators: async () =>
    (await import("./contract/validator-files.ts")).emitWebhookValidators,
  serializers: async () => (await import("./contract/serializer-files.ts")).emitSerializers,
  mocks: async () => (await import("./mocks/emit-mocks.ts")).emitMocks,
  paths: async () => (await import("./contract/emit-paths.ts")).emitPaths,
  readmes: async () => (await import("./documents/readmes/emit-readmes.ts")).emitReadmes,
  agents: async () => (await import("./documents/agents-files.ts")).emitAgents,
  reference: async () => (await import("./documents/reference/emit-reference.ts")).emitReference,
  codeSamples: async () =>
    (await import("./documents/reference/emit-code-samples.ts")).emitCodeSamples,
};

/** Loads the emitters of parts. */
export async function loadEmitters(parts: ReadonlySet<PartName>): Promise<PartEmitters> {
  const wanted = (Object.keys(loaders) as PartName[]).filter((part) => parts.has(part));
  return new Map(
    await Promise.all(wanted.map(async (part) => [part, await loaders[part]()] as const)),
  );
}

/** Emits the files of packages, part by part. */
export function emitParts(
  model: EmitModel,
  options: PlacedOptions,
  emitters: PartEmitters,
): EmittedFile[] {
  const parts = new Set(emitters.keys());
  const files = [...emitters].flatMap(([part, emit]) =>
    model.phase(part, () => emit(model, options, parts)),
  );
  return files.map((file) => ({ ...file, path: moduleHome(file.path, options) }));
}
