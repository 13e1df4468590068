/** The severity of a diagnostic. An error prevents generation; a warning says what was assumed. */
export type Severity = "error" | "warning" | "info";

/** The severity and the explanation of a diagnostic code. */
export interface CodeMeaning {
  readonly severity: Severity;
  /** What is wrong. */
  readonly cause: string;
  /** What the generator assumes instead; left out for errors. */
  readonly assumed?: string;
}

const error = (cause: string): CodeMeaning => ({ severity: "error", cause });
const warning = (cause: string, assumed: string): CodeMeaning => ({
  severity: "warning",
  cause,
  assumed,
});
const info = (cause: string, assumed: string): CodeMeaning => ({
  severity: "info",
  cause,
  assumed,
});

/**
 * Every diagnostic code with its severity. This list alone decides what prevents generation: faults
 * that leave nothing to generate from, exceeded limits, and what would make the output unsafe.
 * `explain/fixes` in the command line has a fix for each code; a code without a fix does not
 * compile. Only `explain` loads them.
 */
export const diagnosticCodes = {
  // Reading the description.
  "description-not-found": error("the path of the description is not a file"),
  "file-unreadable": error("a file cannot be read, for example for lack of permission"),
  "file-encoding": warning(
    "a file is not valid UTF-8",
    "UTF-16 if the file starts with its byte order mark, otherwise windows-1252",
  ),
  syntax: error("a file is not valid YAML or JSON, or has too many aliases or levels"),
  "document-empty": error("the root document is empty"),
  "swagger-version": error("`swagger` is not a version of Swagger 2"),
  "swagger-parts": error(
    "in Swagger 2.0, a reference points to a part of another file that is not a schema",
  ),
  "swagger-loss": warning(
    "OpenAPI 3 has no equivalent for a part of Swagger 2.0",
    "the nearest equivalent, which the message names",
  ),
  "swagger-lifted": info("the description is written in Swagger 2.0", "it is read as OpenAPI 3"),
  "not-openapi": error("the root document has no member `openapi`"),
  "openapi-version": error("`openapi` is not a version of OpenAPI 3"),
  "openapi-version-assumed": warning(
    "`openapi` is not a string, or is an unknown version of OpenAPI 3",
    "the nearest of 3.0, 3.1 and 3.2",
  ),
  "key-duplicate": warning("an object has the same key more than once", "the last value"),
  "json-comment": warning("a JSON file has comments", "comments are ignored"),

  // Overlays.
  "overlay-not-found": error("the path of an overlay is not a file"),
  "overlay-invalid": error("an overlay does not follow the Overlay Specification"),
  "overlay-incompatible": error("an action of an overlay merges values of different kinds"),
  "overlay-unmatched": warning(
    "an action of an overlay selects nothing",
    "the action does nothing",
  ),
  "overlay-unapplied": warning(
    "an overlay extends a file that the description does not refer to",
    "the overlay does nothing",
  ),
  "overlay-version": warning(
    "an overlay has a field of a later version than it declares",
    "the later version",
  ),
  "overlay-info-missing": warning("an overlay has no title or version", "the overlay is applied"),

  "self-invalid": warning(
    "`$self` is not a URI reference, or has a fragment",
    "references are relative to the file",
  ),

  // References.
  "ref-outside": error(
    "a reference points to a file outside the description's folder, which is not read",
  ),
  "ref-file-missing": error("a reference names a file that does not exist or cannot be fetched"),
  "ref-remote": warning(
    "a reference points to another host that is not allowed",
    "nothing is fetched; as for `ref-unresolved`",
  ),
  "ref-unresolved": warning(
    "a reference points to nothing",
    "any value for a schema, any body for a response; anything else is left out",
  ),
  "ref-circular": warning(
    "references point to each other, and never to an object",
    "as for `ref-unresolved`",
  ),
  "ref-kind": warning(
    "a reference points to an object of another kind",
    "the schema at that place, or a JSON body of it; anything else is left out",
  ),
  "component-name-collision": warning(
    "components of several files have the same name",
    "the component of the root document, or the first by path, keeps the name; the others get a number",
  ),

  // The structure of the document.
  structure: warning(
    "a value is not the object, list or string that its place requires",
    "it is ignored",
  ),
  "paths-missing": warning("the document has no paths, components or webhooks", "no operations"),
  "path-start": warning("a path does not start with a slash", "a slash in front of it"),
  "path-template": warning("the braces of a path do not match", "an unmatched brace is plain text"),
  "path-identical": warning(
    "paths differ only in the names of their parameters",
    "servers use the first one",
  ),
  "path-parameter-undeclared": warning("a path has a parameter that is not declared", "a string"),
  "path-parameter-unused": warning(
    "a declared path parameter is not in the path",
    "it is left out",
  ),
  "method-invalid": warning(
    "the name of an additional operation is not an HTTP method",
    "it is left out",
  ),
  "method-unsendable": warning(
    "`fetch` cannot send the method",
    "the client throws when it is called",
  ),
  "body-unsendable": warning(
    "`fetch` cannot send a body with the method",
    "the client throws when it is called with a body",
  ),
  "responses-missing": warning("an operation has no responses", "any response"),
  "status-unknown": warning("the key of a response is not a status", "it is left out"),
  "parameter-name-missing": warning("a parameter has no name", "it is left out"),
  "parameter-in-unknown": warning(
    "`in` of a parameter is missing or unknown",
    "the value that is spelled alike, `path` if the path has the name in braces, otherwise `query`",
  ),
  "parameter-body": warning(
    "a parameter is in the body or a form, as in Swagger 2.0",
    "the request body, if none is described",
  ),
  "parameter-duplicate": warning("a parameter is declared twice", "the last one"),
  "querystring-unsupported": warning(
    "a parameter with `in: querystring` is not a form with properties",
    "it is left out",
  ),
  "style-unknown": warning("a style is not one of OpenAPI's", "the default style"),
  "multi-segment-ignored": warning(
    "`x-multi-segment` cannot apply to the parameter",
    "one segment",
  ),
  "field-missing": warning("a required field is missing", "an empty value"),
  "field-invalid": warning(
    "a field has a value of the wrong kind",
    'the value it clearly means, such as `true` for `"yes"`; otherwise it is ignored',
  ),
  "field-unknown": warning("a field is not one of its object's", "it is ignored"),
  "field-version": warning(
    "a field is of a later version of OpenAPI",
    "its meaning in that version",
  ),
  "field-ignored": warning("a field is next to a `$ref` that overrides it", "it is ignored"),

  // Security. An invalid requirement never opens an operation to everyone.
  "security-requirement": warning(
    "a security requirement is not an object of scheme names",
    "the scheme that it names; without a name, no caller is authorized",
  ),
  "security-scheme": warning(
    "a security scheme lacks a required field",
    "bearer for `http`, a header with the name of the scheme for `apiKey`",
  ),
  "security-scheme-type": warning(
    "the type of a security scheme is missing or unknown",
    "the type that its other fields belong to; otherwise no caller is authorized by it",
  ),
  "security-scheme-name": error(
    "a security scheme has the name of a built-in member of objects, such as `constructor`",
  ),
  "security-scheme-unknown": warning(
    "a security requirement names a scheme that is not declared",
    "no caller is authorized by it",
  ),

  // Schemas.
  "schema-type-unknown": warning(
    "a type is not one of JSON Schema's",
    "the type that is spelled alike or has this name in other languages, otherwise any value",
  ),
  "keyword-ignored": warning("a keyword has a value of the wrong kind", "it is ignored"),
  "keyword-unknown": warning("a keyword is unknown", "it is ignored"),
  "keyword-widened": warning(
    "TypeScript cannot express a keyword",
    "a wider type; validators check the keyword",
  ),
  "required-misplaced": warning("`required` is not a list of names", "it is ignored"),
  "enum-empty": warning("`enum` is empty", "no value is valid"),
  "enum-invalid": warning(
    "values of `enum` are not of the schema's type",
    "these values are ignored",
  ),
  "default-invalid": warning("a default does not match its schema", "no default"),
  "pattern-ignored": warning(
    "a pattern is not a regular expression, or is too large",
    "it is ignored",
  ),
  "pattern-legacy": warning(
    "a pattern is valid only without the flag `u`",
    "the same pattern, written for that flag",
  ),
  "pattern-slow": warning(
    "matching a pattern may take more than linear time",
    "strings longer than a limit are refused without matching them",
  ),
  "schema-circular": warning("a schema contains itself without an end", "that part is left out"),
  "schema-slow": warning(
    "validating a schema may try many combinations of alternatives",
    "validators remember results",
  ),
  "example-invalid": warning(
    "an example does not match its schema",
    "mocks respond with a value made from the schema",
  ),
  "conversion-ambiguous": warning(
    "with `dates` or `int64`, only one part of a schema says that a value is a date-time or int64",
    "it stays a string or number wherever its schema is used",
  ),
  "parts-unread": warning(
    "a multipart body other than `multipart/form-data` describes its parts by name",
    "the body is a `Blob`: callers and handlers write and read its parts",
  ),
  "part-unnamed": warning(
    "the parts of a form are described by position, and no `Content-Disposition` names them",
    "the name of a part is its position: `0`, `1`, `2`",
  ),
  "item-schema-unused": warning(
    "`itemSchema` is next to a `schema` that describes the parts",
    "`schema` is used, and `itemSchema` is ignored",
  ),
  "encoding-unused": warning(
    "an encoding is inside another encoding, or belongs to a body without parts",
    "the encoding is ignored: the part is one value",
  ),
  "discriminator-default": warning(
    "the `defaultMapping` of a discriminator is not one of the alternatives",
    "a value that matches none of them is refused",
  ),
  "xml-node-type": warning("`nodeType` describes XML", "XML bodies are strings"),
  "example-fields": warning(
    "an example has fields that cannot be used together",
    "`serializedValue` for a string, otherwise `dataValue`, then `value`",
  ),
  "example-unread": warning(
    "an example has only an `externalValue`, or a `serializedValue` that cannot be read",
    "a value made from the schema",
  ),
  "error-not-filled": warning(
    "the server cannot fill the documented schema of an error",
    "the server's own errors are problem details",
  ),
  "too-deep": error("schemas are nested too deeply"),

  // Names.
  "operation-id-duplicate": warning(
    "several operations have the same `operationId`",
    "a name made of the method and the path",
  ),
  "name-collision": warning(
    "two names are the same in code",
    "one of them gets a number, independent of their order",
  ),
  "name-too-long": error("a name has more than 500 characters"),
  "type-name-collision": error("two generated types have the same name"),
  "tag-collision": warning("two tags have the same name in code", "one of them gets a number"),
  "tag-reserved": warning(
    "a tag has a name that the packages use themselves",
    "the tag gets a number",
  ),
  "tag-parent": warning("the parent of a tag is not declared, or is below the tag", "no parent"),
  "x-name-invalid": warning("an `x-name` is not an identifier", "it is ignored"),

  // Our own extensions. Other tools may have extensions of the same name.
  "common-errors": warning("`x-common-errors` has no status of an error", "it is ignored"),
  "event-stream-invalid": warning("`x-event-stream` has another form", "it is ignored"),
  "lifecycle-invalid": warning("`x-lifecycle` has another form", "it is ignored"),
  "pagination-member": warning("`x-pagination` does not fit its operation", "it is ignored"),
  "pagination-style": warning("`x-pagination` has no known style", "it is ignored"),
  "renamed-from-expired": warning(
    "an `x-renamed-from` is older than the current major version",
    "no alias; `diff` and `scaffold` still know the earlier name",
  ),
  "renamed-from-taken": warning("the earlier name is still in use", "no alias of that name"),
  "renamed-from-unread": warning(
    "an `x-renamed-from` has another form, or no effect in its place",
    "it is ignored",
  ),
  "requires-invalid": warning("`x-requires` has another form", "it is ignored"),
  "webhook-signature-invalid": warning(
    "`x-webhook-signature` has another form",
    "it is ignored: receivers have to say how their webhooks are signed",
  ),

  // Notes.
  "openapi-lifted": info("the description is written in OpenAPI 3.0", "it is read as OpenAPI 3.1"),
  "operation-id-missing": info(
    "operations have no `operationId`",
    "names made of their methods and paths",
  ),
} as const satisfies Readonly<Record<string, CodeMeaning>>;

/** A stable kebab-case word for the kind of problem. */
export type DiagnosticCode = keyof typeof diagnosticCodes;

/** Returns the severity of a code before `strict` is applied. */
export function severityOf(code: DiagnosticCode): Severity {
  return diagnosticCodes[code].severity;
}
