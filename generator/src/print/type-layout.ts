import type { Doc } from "prettier";
import { builders } from "prettier/doc";
import { commentLayout } from "./comment-layout.ts";

const { group, hardline, ifBreak, indent, join, line, softline, align } = builders;

/** A type as it is laid out, with what its surroundings ask of it. */
interface LaidOutType {
  readonly layout: Doc;
  readonly kind: "array" | "keyword" | "literal" | "object" | "reference" | "simple" | "union";
  /** A union of one object or name, with `null` or without, which stays on its line. */
  readonly isHugging?: boolean;
}

/** Where a type stands; unions are indented in some places, and take parentheses in others. */
type Surroundings = "alias" | "argument" | "element" | "member";

const keywords = new Set([
  "any",
  "boolean",
  "never",
  "null",
  "number",
  "string",
  "undefined",
  "unknown",
]);

/**
 * The layout of a type, just as prettier has it, for the forms that emitters write: names with
 * arguments, literals, lists, objects and unions. `undefined` for any other.
 */
export function typeLayout(text: string, surroundings: Surroundings): Doc | undefined {
  const parser = new TypeParser(text);
  const type = parser.whole();
  return type === undefined ? undefined : placed(type, surroundings);
}

/** Whether an alias of this type goes to the next line as a whole where it does not fit. */
export function isSpreadUnion(text: string): boolean {
  const type = parsed(text);
  return type?.kind === "union" && type.isHugging !== true;
}

let last: { readonly text: string; readonly type: LaidOutType | undefined } | undefined;

/** A type as it is laid out; whoever asks twice does so in a row. */
function parsed(text: string): LaidOutType | undefined {
  if (last?.text !== text) last = { text, type: new TypeParser(text).whole() };
  return last.type;
}

function placed({ layout, kind, isHugging }: LaidOutType, surroundings: Surroundings): Doc {
  if (kind !== "union" || isHugging === true)
    return kind === "union" && surroundings === "element" ? ["(", layout, ")"] : layout;
  if (surroundings === "element") return ["(", group([indent([softline, layout]), softline]), ")"];
  return surroundings === "member" ? group(indent([softline, layout])) : layout;
}

/** Thrown and caught here only: the text is of a form that others have to lay out. */
const unknownForm = Symbol("unknown form");

class TypeParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): LaidOutType | undefined {
    try {
      const type = this.#union();
      this.#space();
      return this.#at === this.#text.length ? type : undefined;
    } catch (error) {
      if (error !== unknownForm) throw error;
      return undefined;
    }
  }

  #union(): LaidOutType {
    this.#take("|");
    const types = [this.#postfix()];
    while (this.#take("|")) types.push(this.#postfix());
    const [only] = types;
    if (types.length === 1 && only !== undefined) return only;
    // Parentheses within a union say nothing, or what has no layout here.
    if (types.some(({ kind }) => kind === "union")) throw unknownForm;
    const held = types.find(({ kind }) => ["object", "reference", "simple"].includes(kind));
    const isHugging =
      held !== undefined && types.every((type) => type === held || type.layout === "null");
    if (isHugging)
      return {
        kind: "union",
        isHugging,
        layout: join(
          " | ",
          types.map(({ layout }) => layout),
        ),
      };
    const members = types.map(({ layout }, index) => [
      index === 0 ? ifBreak("| ") : [line, "| "],
      align(2, layout),
    ]);
    return { kind: "union", layout: group(members) };
  }

  #postfix(): LaidOutType {
    let type = this.#primary();
    while (this.#take("[")) {
      if (!this.#take("]")) throw unknownForm;
      type = { kind: "array", layout: [placed(type, "element"), "[]"] };
    }
    return type;
  }

  #primary(): LaidOutType {
    if (this.#take("(")) {
      const type = this.#union();
      this.#expect(")");
      return type;
    }
    if (this.#take("{")) return this.#object();
    const literal = this.#match(/(?:"[^"'\\\n]*"|-?\d{1,15}(?:\.\d{0,5}[1-9])?)(?![\w$.])/y);
    if (literal !== undefined) return { kind: "literal", layout: literal };
    const name = this.#match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/uy);
    if (name === undefined || operators.has(name)) throw unknownForm;
    if (this.#take("<")) return { kind: "reference", layout: [name, this.#typeArguments()] };
    const kind = keywords.has(name)
      ? "keyword"
      : name === "true" || name === "false"
        ? "literal"
        : "simple";
    return { kind, layout: name };
  }

  #typeArguments(): Doc {
    const types = [this.#union()];
    while (this.#take(",")) types.push(this.#union());
    this.#expect(">");
    const layouts = types.map((type) => placed(type, "argument"));
    const [only] = types;
    const isHugged =
      types.length === 1 &&
      only !== undefined &&
      (["keyword", "object", "simple"].includes(only.kind) || only.isHugging === true);
    if (isHugged) return ["<", ...layouts, ">"];
    return group(["<", indent([softline, join([",", line], layouts)]), softline, ">"]);
  }

  /** Behind its brace; one whose first member stands on a line of its own is spread. */
  #object(): LaidOutType {
    const start = this.#at;
    const members: Doc[] = [];
    let shouldBreak = false;
    while (!this.#take("}")) {
      const comment = this.#comment();
      if (members.length === 0) shouldBreak = this.#text.slice(start, this.#at).includes("\n");
      const member = this.#member();
      members.push(comment === undefined ? member : [comment, hardline, member]);
      if (!this.#take(";")) {
        this.#expect("}");
        break;
      }
    }
    if (members.length === 0) return { kind: "object", layout: "{}" };
    const inner = indent([line, join([";", line], members)]);
    return {
      kind: "object",
      layout: group(["{", inner, ifBreak(";"), line, "}"], { shouldBreak }),
    };
  }

  #comment(): Doc | undefined {
    this.#space();
    const text = this.#match(/\/\*\*(?:(?!\*\/)[^])*\*\//y);
    this.#space();
    return text === undefined ? undefined : commentLayout(text);
  }

  #member(): Doc {
    const key = this.#match(/[A-Za-z_$][\w$]*|"[^"'\\\n]*"|\[name: string\]/y);
    if (key === undefined) throw unknownForm;
    const optional = this.#take("?") ? "?" : "";
    this.#expect(":");
    return [key, optional, ": ", placed(this.#union(), "member")];
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      // Nearly all of a type is ASCII, for which no pattern is needed.
      if (code > 0x20 && code < 0x80) return;
      if (!/\s/.test(this.#text.charAt(this.#at))) return;
      this.#at += 1;
    }
  }

  #take(token: string): boolean {
    this.#space();
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #expect(token: string): void {
    if (!this.#take(token)) throw unknownForm;
  }

  #match(pattern: RegExp): string | undefined {
    this.#space();
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

const operators = new Set(["asserts", "infer", "keyof", "new", "readonly", "typeof", "unique"]);
