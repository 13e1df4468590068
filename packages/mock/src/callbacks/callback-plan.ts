import type { OperationDescriptor, OperationValidators } from "@openapi-packages/runtime";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer, HttpRequest } from "@openapi-packages/runtime/server";
import type { WebhookSecret, WebhookSignature } from "@openapi-packages/runtime/webhooks";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { StateDescriptor } from "../state-descriptor.ts";

/** A request that the API sends to an address of its caller (OpenAPI 3.1, Callback Object). */
export interface CallbackDescriptor {
  /** Its name in the description. */
  readonly name: string;
  /** The runtime expression of its address: `{$request.body#/callbackUrl}`. */
  readonly expression: string;
  readonly operation: OperationDescriptor;
  /** The input of the request: an example of the description, or values made of its schemas. */
  readonly input: { readonly header?: object; readonly body?: unknown };
  /** Decide which values of a record the body may have. */
  readonly validators: OperationValidators;
}

/** The callbacks of operations, by `operationId`. */
export interface CallbackTable {
  readonly [operationId: string]: readonly CallbackDescriptor[];
}

/** The callbacks of a description, with the code that sends them. */
export interface CallbackPlan {
  readonly createSender: (settings: SenderSettings) => CallbackSender;
}

/** How callbacks are sent. */
export interface CallbackOptions {
  /**
   * Further origins that callbacks are sent to, such as `https://hooks.example`; `*` for all. Default: only
   * `localhost` and loopback addresses, on any port.
   */
  readonly allowOrigins?: readonly string[];
  /**
   * Default: the global `fetch`. For a receiver in the same process pass `toFetch(receiver)`, which needs no
   * network.
   */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * The secret that signs callbacks, as `x-webhook-signature` says. Refused if neither the description nor `signature`
   * says how. Default: they are not signed.
   */
  readonly secret?: WebhookSecret;
  /** How the service signs. Default: as the description says; what it does not say of is not signed. */
  readonly signature?: WebhookSignature;
}

/** A callback that was sent, or why it was not. */
export interface CallbackDelivery {
  /** The operation that announces the callback. */
  readonly operationId: string;
  /** The name of the callback in the description. */
  readonly callback: string;
  readonly method: string;
  /** The address. `undefined` if the request and its answer have no value for the runtime expression. */
  readonly url: string | undefined;
  readonly headers: { readonly [name: string]: string };
  readonly body: unknown;
  /** The status of the receiver's answer. `undefined` if there is none. */
  readonly status: number | undefined;
  /** Why it was not sent or not answered. Default: it was answered. */
  readonly reason?: string;
}

/** An operation that was carried out, and may announce callbacks. */
export interface Announcement {
  readonly operationId: string;
  readonly input: {
    readonly path?: JsonObject;
    readonly query?: JsonObject;
    readonly body?: unknown;
  };
  readonly request: HttpRequest;
  readonly answer: Answer<AnyResult>;
}

/** The settings of a mock that the sender of its callbacks follows. */
export interface SenderSettings {
  readonly options: CallbackOptions;
  /** True if other machines reach the mock: then it sends to `allowOrigins` alone. */
  readonly isReachable: boolean;
  readonly stateOf: () => StateDescriptor | undefined;
  readonly onDelivery: ((delivery: CallbackDelivery) => void) | undefined;
}

/** Sends the callbacks of operations after their answers. */
export interface CallbackSender {
  /** The last deliveries, the oldest first. */
  readonly deliveries: readonly CallbackDelivery[];
  /** Prepares the callbacks of an operation. They are sent when its answer is known. */
  announce(announcement: Announcement): void;
  /** Sends what was prepared for a request that was answered with success, and drops it otherwise. */
  answered(request: HttpRequest, status: number): void;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
  /** Gives up what is being sent, and forgets all deliveries. */
  reset(): void;
}
