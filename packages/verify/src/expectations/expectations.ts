import type { CheckName } from "../check/checks.ts";
import type { JsonObject } from "@openapi-packages/description";

/**
 * What the user knows about a service beyond its description: a YAML or JSON file, or the option
 * `expectations`.
 */
export interface Expectations {
  /** Values of required parameters by name, such as identifiers of existing records. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /**
   * Inputs that succeed, or parts of them, by `operationId`: `path`, `query`, `header`, `cookie`, `body`, which
   * replaces the whole body, and `bodyParts`, which change members of it by JSON pointer: `{ "/owner/id": 7 }`.
   */
  readonly inputs?: Readonly<Record<string, JsonObject>>;
  /** Operations that differ from the description's mock on purpose, and why. They are not compared with it. */
  readonly differsFromMock?: readonly { readonly operation: string; readonly reason: string }[];
  /** Operations that are never called, by `operationId`. */
  readonly leaveAlone?: readonly string[];
  /** Operations that change or delete existing data, and may be called although the service is not disposable. */
  readonly destructive?: readonly string[];
  /** The longest response times in milliseconds, by `operationId`. They replace the option `maxResponseTime`. */
  readonly maxResponseTimes?: Readonly<Record<string, number>>;
  /**
   * True if something in front of the service checks credentials, such as a gateway, so that the service itself
   * accepts everyone.
   */
  readonly credentialsElsewhere?: boolean;
  /**
   * Resources, by the names of their schemas, whose records other principals may see. Only needed with
   * `otherCredentials`.
   */
  readonly sharedResources?: readonly string[];
  /**
   * Resources whose records other principals must not see. Default: those that reading or listing hides from
   * them.
   */
  readonly privateResources?: readonly string[];
  /** Inputs of workflows, by `workflowId`. Default: the defaults in the workflows. */
  readonly workflowInputs?: Readonly<Record<string, JsonObject>>;
  /** Steps before the first case, in order. Records that they create are deleted at the end, if possible. */
  readonly before?: readonly SetUpStep[];
  /** Steps after the last case, in order. They also run after a failed step or an interruption. */
  readonly after?: readonly SetUpStep[];
  /** Known failures, which must still occur: it is an error if one no longer does. */
  readonly known?: readonly KnownFailure[];
}

/** A step of set-up or clean-up: a call, or a command. */
export type SetUpStep =
  | {
      /** The `operationId`. It is called even if it changes or deletes something. */
      readonly operation: string;
      /** The differences from the input of `inputs`, or of the description's examples. */
      readonly input?: JsonObject;
      /**
       * Parameters whose values are in the answer: names → JSON pointers. They extend `parameters` from then
       * on.
       */
      readonly parameters?: Readonly<Record<string, string>>;
    }
  | {
      /** A command line, which the shell runs in the folder of the file. */
      readonly command: string;
    };

/** A known failure, named by its identifier, or by its check and operation. */
export type KnownFailure = {
  /** Why it is accepted, for readers of the report. */
  readonly reason: string;
} & (
  | {
      /** `GetPet/example`, optionally with the seed: `GetPet/example@0`. */
      readonly id: string;
    }
  | {
      readonly check: CheckName;
      /** The `operationId`. */
      readonly operation: string;
    }
);
