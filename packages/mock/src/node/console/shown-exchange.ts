import type { MockExchange } from "../../types.ts";

/** An exchange in a list: what came of it, or what is known so far. */
export interface ExchangeSummary extends Omit<MockExchange, "duration"> {
  /** Left out: it is not over. */
  readonly duration?: number;
  readonly tag?: string;
  /** True while its answer goes on. */
  readonly isOpen: boolean;
  /** The bytes of the answer's body so far. */
  readonly received: number;
}

/** An exchange whole, without its secrets. */
export interface ExchangeDetails extends ExchangeSummary {
  readonly request: MessageView;
  /** Left out: there is none. */
  readonly response?: MessageView;
}

/** A request or an answer. */
export interface MessageView {
  readonly headers: { readonly [name: string]: string };
  readonly body: {
    /** Bytes in all. */
    readonly size: number;
    /** The bytes that are shown, the first; fewer than `size` where it is too long, or was forgotten. */
    readonly kept: number;
    /** Left out: it is no text. */
    readonly text?: string;
  };
}
