import type { JsonObject } from "openapi-packages/description";

/**
 * What a user knows of a service that no description says: a YAML or JSON file, or the option `expectations`.
 */
export interface Expectations {
  /** Values of parameters, by name, wherever they are required: identifiers of records that are there. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Inputs that succeed, or parts of them, by `operationId`: `path`, `query`, `header`, `cookie`, `body`. */
  readonly inputs?: Readonly<Record<string, JsonObject>>;
  /** Operations that do on purpose what the description's mock does not, and why: they are not compared with it. */
  readonly differsFromMock?: readonly { readonly operation: string; readonly reason: string }[];
  /** Operations that are never called, by `operationId`. */
  readonly leaveAlone?: readonly string[];
  /** Operations that change or delete what is there, and may be called although the service is not disposable. */
  readonly destructive?: readonly string[];
  /** True if something before the service asks for credentials, such as a gateway, so that the service itself lets everyone in. */
  readonly credentialsElsewhere?: boolean;
}
