import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Case } from "../run/case.ts";
import type { ClientAdapter } from "./adapter.ts";
import type { ClientProbe } from "./client-probe.ts";

/** One test of a client. */
export type ClientCase = Case<ClientProbe>;

/** The input for the cases of a client. */
export interface ClientCaseContext {
  readonly api: VerifiedApi;
  readonly adapter: ClientAdapter;
  /** The operations that the client can call. */
  readonly operations: readonly VerifiedOperation[];
}

/** Creates the cases of one kind. */
export type ClientCaseMaker = (context: ClientCaseContext) => Iterable<ClientCase>;
