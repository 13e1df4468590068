import type { MockExchange } from "../../types.ts";

/** An exchange in a list: its result, or what is known so far. */
export interface ExchangeSummary extends Omit<MockExchange, "duration"> {
  /** Default: it is not complete. */
  readonly duration?: number;
  readonly tag?: string;
  /** True until its answer is complete. */
  readonly isOpen: boolean;
  /** The bytes of the answer's body so far. */
  readonly received: number;
}

/** A whole exchange, without its secrets. */
export interface ExchangeDetails extends ExchangeSummary {
  readonly request: MessageView;
  /** Default: there is none. */
  readonly response?: MessageView;
}

/** A request or an answer. */
export interface MessageView {
  readonly headers: { readonly [name: string]: string };
  readonly body: {
    /** The size in bytes. */
    readonly size: number;
    /** The number of shown bytes from the start; smaller than `size` if the body is too long or was dropped. */
    readonly kept: number;
    /** Default: it is not text. */
    readonly text?: string;
  };
}
