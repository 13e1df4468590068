import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { FoundChange } from "./change-types.ts";
import { operationChange, type SameOperation } from "./compared-parts.ts";

/** Compares the document's servers. Clients call the first one by default. */
export function compareServers(base: ApiModel, head: ApiModel): FoundChange[] {
  return serverChanges(base.servers, head.servers).map(({ code, message, isAdded, isGone }) => ({
    code,
    message,
    base: isAdded ? undefined : "/servers",
    head: isGone ? undefined : "/servers",
  }));
}

/** Compares the servers that an operation or its path declares. A side that declares none uses the document's. */
export function compareOwnServers(
  same: SameOperation,
  models: { readonly base: ApiModel; readonly head: ApiModel },
): FoundChange[] {
  const { base, head } = same;
  if (base.servers.length === 0 && head.servers.length === 0) return [];
  const before = base.servers.length > 0 ? base.servers : models.base.servers;
  const after = head.servers.length > 0 ? head.servers : models.head.servers;
  return serverChanges(before, after).map(({ code, message }) =>
    operationChange(same, code, message),
  );
}

interface ServerChange {
  readonly code: FoundChange["code"];
  readonly message: string;
  readonly isAdded?: boolean;
  readonly isGone?: boolean;
}

function serverChanges(before: readonly string[], after: readonly string[]): ServerChange[] {
  const removed = before.filter((url) => !after.includes(url));
  const added = after.filter((url) => !before.includes(url));
  const [first] = before;
  const [later] = after;
  const isOther = first !== later && first !== undefined && later !== undefined;
  return [
    ...removed.map((url): ServerChange => ({
      code: "server-removed",
      message: `server ${url} is gone`,
      isGone: true,
    })),
    ...added.map((url): ServerChange => ({
      code: "server-added",
      message: `server ${url} was added`,
      isAdded: true,
    })),
    ...(isOther
      ? [
          {
            code: "server-default-changed" as const,
            message: `clients call ${later} instead of ${first}`,
          },
        ]
      : []),
  ];
}
