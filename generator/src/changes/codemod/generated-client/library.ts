import type TypeScript from "typescript";
import type { ClientMethod } from "../replacement/client-method.ts";
import type { ReplaceContext } from "../replacement/replace-context.ts";
import type { Replacement } from "./call-input.ts";

/** The request that a generated function sends, as its code says. */
export interface SentRequest {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path: a template as in the description, or one whose parameters have other names. */
  readonly path: string;
  /** True if the function answers with a stream. */
  readonly isStream?: boolean;
  /** The helper of queries that makes of a call what the function answers. */
  readonly helper?: string;
}

/** The reason why a call is left to the user. */
export interface Left {
  readonly reason: string;
}

/**
 * What is read instead of the result's members: the member of another name, or with `""` the value that the
 * call answers.
 */
export type ResultMembers = Readonly<Record<string, string>>;

/** How a call is written in the generated client. */
export interface CallForm {
  /** Text before the call and after it: `dataOrError(`, `)`. */
  readonly around: readonly [before: string, after: string];
  /** The names that this text needs, by module. */
  readonly imports: Readonly<Record<string, string>>;
  /** Members that may be read from the result; `undefined` if the result has all of the earlier members. */
  readonly members?: ResultMembers;
  /** True if the call is iterated, not awaited. */
  readonly isIterated?: boolean;
  /** True if the method itself is handed on, not a call of it. */
  readonly isReference?: boolean;
  /** Said once of a file with such calls. */
  readonly note?: string;
  /** Said of each such call. */
  readonly caution?: string;
  /** Said of the `catch` around a call, which gets another error. */
  readonly caught?: string;
}

/** How the library's own client is created, where calls stay on the client that the user created. */
export interface ClientCreation {
  readonly className: string;
  /** Options with another name here. */
  readonly renamed: Readonly<Record<string, string>>;
  /** The option whose members are options of `createClient`. */
  readonly defaults: string;
  /** Options with the same name here. */
  readonly kept: readonly string[];
  /** What to do with other options, by name. */
  readonly advice: Readonly<Record<string, string>>;
}

/** A generator whose clients are read from the code that it wrote. */
export interface GeneratedLibrary<Request extends SentRequest = SentRequest> {
  /** True if the library wrote a file. */
  wrote(file: TypeScript.SourceFile): boolean;
  /** Reads which request a function sends; `undefined` if it sends none. */
  request(context: ReplaceContext, declaration: TypeScript.Node): Request | undefined;
  /** Makes the input of a method of the arguments of a call. */
  input(call: LibraryCall<Request>): Replacement;
  /** How the call is written, or the reason why it is left. */
  form(call: LibraryCall<Request>): CallForm | Left;
  /** True if a path of the description is the one that a function sends to. */
  isPath(sent: string, described: string): boolean;
  /** Returns the text of the client that a call is made on; without it, calls are made on `api`. */
  receiver?(call: LibraryCall<Request>): string | undefined;
  readonly creation?: ClientCreation;
  /** Says what to do with a call of the library that sends no request itself. */
  advice(name: string, clientFile: string, writtenFile: string): string;
}

/** True if an option of a call says what the description says, so that it is left out. */
export type IsDescribed = (
  call: LibraryCall,
  name: string,
  value: TypeScript.Expression,
) => boolean;

/** A call of a function of the library. */
export interface LibraryCall<Request extends SentRequest = SentRequest> extends Pick<
  ReplaceContext,
  "ts" | "checker"
> {
  readonly node: TypeScript.CallExpression;
  readonly declaration: TypeScript.Node;
  readonly request: Request;
  readonly method: ClientMethod;
}
