import type { CheckName } from "../check/checks.ts";
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
  /** Resources, by the names of their schemas, whose records other principals may see. Needed for `otherCredentials` alone. */
  readonly sharedResources?: readonly string[];
  /** Resources of whose records other principals may see nothing. Left out: those that reading or listing hides from them. */
  readonly privateResources?: readonly string[];
  /** Inputs of workflows, by `workflowId`. Left out: the defaults that they state. */
  readonly workflowInputs?: Readonly<Record<string, JsonObject>>;
  /** What is done before the first case, in order. What is made there is deleted in the end, if it can be. */
  readonly before?: readonly SetUpStep[];
  /** What is done after the last case, in order, also where a step before failed or the run was interrupted. */
  readonly after?: readonly SetUpStep[];
  /** Failures that are known, and have to be there still: one that no longer is, is an error. */
  readonly known?: readonly KnownFailure[];
}

/** A step of set-up or clean-up: a call, or a command. */
export type SetUpStep =
  | {
      /** The `operationId`. It is called although it changes or deletes something. */
      readonly operation: string;
      /** What differs from the input of `inputs`, or of the description's examples. */
      readonly input?: JsonObject;
      /** Parameters, by name, whose values stand in the answer: its JSON pointers. They count as `parameters` from then on. */
      readonly parameters?: Readonly<Record<string, string>>;
    }
  | {
      /** A command line, which the shell runs in the folder of the file. */
      readonly command: string;
    };

/** A failure that is known: named by its identifier, or by what is found and where. */
export type KnownFailure = {
  /** Why it is let pass, for readers of the report. */
  readonly reason: string;
} & (
  | {
      /** `GetPet/example`, also with the seed: `GetPet/example@0`. */
      readonly id: string;
    }
  | {
      readonly check: CheckName;
      /** The `operationId`. */
      readonly operation: string;
    }
);
