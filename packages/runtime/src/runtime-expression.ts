import { resolvePointer } from "./json-pointer.ts";
import { getMember } from "./members.ts";

/**
 * The values that runtime expressions refer to, by the name that follows `$`: each is a function of the names behind it,
 * which dots separate.
 */
export interface ExpressionSources {
  readonly [source: string]: (names: readonly string[]) => unknown;
}

/** A request or a response, for expressions. */
export interface ExpressionMessage {
  /** Returns the value of a header. */
  header(name: string): unknown;
  body(): unknown;
  /** The values of parameters; a response has none. */
  readonly path?: object | undefined;
  readonly query?: object | undefined;
}

/**
 * Evaluates a runtime expression (OpenAPI 3.1, section 4.8.20.4): `$statusCode`, `$request.query.url`,
 * `$response.body#/id`; `undefined` if it refers to nothing.
 *
 * @throws {TypeError} if a JSON pointer does not begin with `/`.
 */
export function expressionValue(expression: string, sources: ExpressionSources): unknown {
  const hash = expression.indexOf("#");
  const path = hash < 0 ? expression : expression.slice(0, hash);
  const [source = "", ...names] = path.slice(1).split(".");
  const value = Object.hasOwn(sources, source) ? sources[source]?.(names) : undefined;
  return hash < 0 ? value : resolvePointer(value, expression.slice(hash + 1));
}

/** Returns the part of a message that names refer to: `body`, `header.token`, `query.name` or `path.name`. */
export function messageValue(
  [part = "", ...names]: readonly string[],
  message: ExpressionMessage,
): unknown {
  const name = names.join(".");
  switch (part) {
    case "body":
      return message.body();
    case "header":
      return message.header(name);
    case "path":
    case "query":
      return getMember(message[part], name);
    default:
      return undefined;
  }
}
