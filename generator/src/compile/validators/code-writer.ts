/** Lines of code, indented as they are nested. */
export class CodeWriter {
  readonly #lines: string[] = [];
  #depth = 0;
  #names = 0;

  get text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  line(text: string): void {
    this.#lines.push("  ".repeat(this.#depth) + text);
  }

  /** Lines that open a block, what stands in it, and the line that closes it. */
  block(opening: string | readonly string[], body: () => void, closing = "}"): void {
    this.#open([opening].flat());
    body();
    this.#depth -= 1;
    this.line(closing);
  }

  /** A block that is left out when nothing stands in it. Answers whether anything does. */
  blockIfAny(opening: string | readonly string[], body: () => void, closing = "}"): boolean {
    return this.attempt(() => {
      this.#open([opening].flat());
      const inside = this.#lines.length;
      body();
      this.#depth -= 1;
      const hasAny = this.#lines.length > inside;
      if (hasAny) this.line(closing);
      return hasAny;
    });
  }

  /** Takes back what a function writes unless it answers that it was worth it. */
  attempt(write: () => boolean): boolean {
    const start = this.#lines.length;
    const isKept = write();
    if (!isKept) this.#lines.length = start;
    return isKept;
  }

  /** A name that nothing else in this function has. */
  name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  /** The first line opens the block, the others stand at its start. */
  #open([head = "{", ...rest]: readonly string[]): void {
    this.line(head);
    this.#depth += 1;
    for (const line of rest) this.line(line);
  }
}

/** A JSON pointer as code: texts in quotes and expressions, to be joined. */
export type PathParts = readonly string[];

/** The path of a place beneath another; texts next to each other become one. */
export function pathBelow(path: PathParts, part: string): PathParts {
  const last = path.at(-1) ?? "";
  if (!part.startsWith('"') || !last.startsWith('"')) return [...path, part];
  return [...path.slice(0, -1), last.slice(0, -1) + part.slice(1)];
}
