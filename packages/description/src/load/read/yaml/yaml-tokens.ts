import { CST, Lexer } from "yaml";

/** What a token is. All that is neither a scalar nor the end is an indicator, as are anchors and aliases. */
export type TokenKind = "scalar" | "block scalar" | "indicator" | "end";

/** Thrown for syntax that only the parser of `yaml` reads. A fault is such syntax too. */
export class UncommonSyntax extends Error {}

/**
 * The tokens of a YAML text in their order: the lexemes of `yaml` without blanks, line breaks and comments.
 * Its members tell of the token that {@link YamlTokens.advance} went to.
 */
export class YamlTokens {
  kind: TokenKind = "end";
  /** The token as it is written; of a block scalar, its header. */
  source = "";
  offset = 0;
  /** The number of characters between the start of the line and the token; -1 at the end of the text. */
  column = 0;
  /** True if a line break stands before the token. The end of the text is such a line. */
  startsLine = true;
  /** The offset after the token before, and the blanks behind that. */
  gapEnd = 0;
  readonly #lexemes: Iterator<string>;
  /** The offset of the next lexeme. */
  #next = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.#lexemes = new Lexer().lex(text);
    if (text.startsWith(CST.BOM)) {
      this.#lexemes.next();
      this.#next = 1;
      this.#lineStart = 1;
    }
  }

  /** True if the token is this indicator. */
  isIndicator(indicator: string): boolean {
    return this.kind === "indicator" && this.source === indicator;
  }

  /**
   * Goes to the next token.
   *
   * @throws {UncommonSyntax}
   */
  advance(): void {
    this.startsLine = this.#lineStart === this.#next;
    let isApart = this.startsLine;
    this.gapEnd = this.#next;
    for (;;) {
      const lexeme = this.#lexeme();
      const start = this.#next;
      this.#next += lexeme.length;
      switch (lexeme[0]) {
        case " ":
          if (lexeme.includes("\t")) throw new UncommonSyntax();
          if (start === this.gapEnd) this.gapEnd = this.#next;
          isApart = true;
          break;
        case "\r":
        case "\n":
          this.#lineStart = this.#next;
          this.startsLine = true;
          isApart = true;
          break;
        case "#":
          if (!isApart) throw new UncommonSyntax();
          break;
        case CST.DOCUMENT:
          this.#next = start;
          break;
        case CST.SCALAR:
          this.#next = start;
          return this.#goTo("scalar", this.#text());
        case '"':
        case "'":
          return this.#goTo("scalar", lexeme);
        case "|":
        case ">":
          return this.#goTo("block scalar", lexeme);
        case undefined:
          this.startsLine = true;
          this.#goTo("end", lexeme);
          this.column = -1;
          return;
        default:
          return this.#goTo("indicator", lexeme);
      }
    }
  }

  /**
   * Returns the text of a block scalar, whose header is the token. What follows starts a line.
   *
   * @throws {UncommonSyntax}
   */
  blockText(): string {
    let before = "";
    for (let lexeme = this.#lexeme(); lexeme !== CST.SCALAR; lexeme = this.#lexeme()) {
      const isComment = lexeme.startsWith("#") && before.startsWith(" ");
      if (!isComment && !/^(?: +|\r?\n)$/.test(lexeme)) throw new UncommonSyntax();
      this.#next += lexeme.length;
      before = lexeme;
    }
    const text = this.#text();
    this.#lineStart = this.#next;
    return text;
  }

  /** Returns the next lexeme, which is empty at the end of the text. */
  #lexeme(): string {
    const next = this.#lexemes.next();
    return next.done === true ? "" : next.value;
  }

  /** Returns the text of a scalar. */
  #text(): string {
    const text = this.#lexeme();
    this.#next += text.length;
    return text;
  }

  #goTo(kind: TokenKind, source: string): void {
    this.kind = kind;
    this.source = source;
    this.offset = this.#next - source.length;
    this.column = this.offset - this.#lineStart;
  }
}
