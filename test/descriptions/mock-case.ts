import type { HttpHandler } from "msw";
import type { OperationDescriptor, OperationValidators } from "../../packages/runtime/src/index.ts";

/** One operation, and what its client is called with. */
export interface MockCase {
  readonly id: string;
  /** Its group on the client, and its method there. */
  readonly group: string;
  readonly method: string;
  /** The status that its mock answers with. Left out: nothing conforms to its responses. */
  readonly status?: number;
  /** Left out: nothing conforms to its parameters and body. */
  readonly input?: { readonly [member: string]: unknown };
  readonly kind?: "json" | "text" | "form" | "multipart" | "parts" | "binary";
  readonly isStream?: boolean;
  readonly mediaType?: string;
  /** Members of a form that are files. */
  readonly files: readonly string[];
}

/** What came of calling one mock; `reason` is left out where its answer conforms. */
export interface Verdict {
  readonly id: string;
  readonly reason?: string | undefined;
}

interface AnyCall {
  result(): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }>;
}

/** A client of any description: group → method. */
export type AnyClient = Readonly<Record<string, Record<string, (input: object) => AnyCall>>>;

/** What is loaded of a description's packages. */
export interface Subject {
  readonly mocks: Readonly<Record<string, unknown>> & {
    createMock(options: object): {
      readonly fetch: (request: Request) => Promise<Response>;
      handler(operationId: string): HttpHandler;
    };
  };
  createClient(options: object): AnyClient;
  readonly validators: Readonly<Record<string, OperationValidators>>;
  readonly operationTable: Readonly<Record<string, OperationDescriptor>>;
}
