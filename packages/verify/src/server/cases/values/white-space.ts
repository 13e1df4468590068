import { toPointer } from "@openapi-packages/description";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Flow } from "../flows/flow.ts";
import type { ValuePlace } from "./value-places.ts";

/** An operation that has written a text with white space around it, and the exchanges that show what became of it. */
interface Written {
  readonly by: FoundOperation;
  readonly exchanges: readonly Exchange[];
}

/**
 * What the operations that write a resource do with white space around texts. A service may remove it; if one operation
 * keeps it in a member and another one does not, the same text is not the same in two records.
 */
export class WhiteSpace {
  readonly #keeping = new Map<string, Written>();
  readonly #removing = new Map<string, Written>();

  /** Records what a text that was sent with white space around it is shown as, and reports a contradiction. */
  note(
    flow: Flow,
    by: FoundOperation,
    { tokens }: ValuePlace,
    [sent, shown]: readonly [sent: string, shown: unknown],
    exchanges: readonly Exchange[],
  ): void {
    const pointer = toPointer(tokens);
    if (shown === sent) this.#keeping.set(pointer, { by, exchanges });
    else if (shown === sent.trim()) this.#removing.set(pointer, { by, exchanges });
    const [keeping, removing] = [this.#keeping.get(pointer), this.#removing.get(pointer)];
    if (keeping === undefined || removing === undefined || keeping.by === removing.by) return;
    const message = `removes white space around ${pointer}, which ${keeping.by.operation.id} keeps`;
    const check = removing.by.state.kind === "create" ? "shows-what-was-sent" : "read-after-update";
    const steps = [...removing.exchanges, ...keeping.exchanges];
    flow.report(check, removing.by, message, steps, [pointer]);
  }
}
