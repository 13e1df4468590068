/** The severity of a diagnostic. An error prevents generation; a warning tells what was assumed. */
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
 * `explain/fixes` tells how to fix each code; no run loads it. A code without a fix does not
 * compile.
 */
export const diagnosticCodes = {
  // Reading the description.
  "description-not-found": error("the path of the description is no file"),
  "file-unreadable": error("a file may not be read"),
  "file-encoding": warning(
    "a file is no text in UTF-8",
    "UTF-16 where it has that mark, else windows-1252",
  ),
  syntax: error("a text is neither YAML nor JSON, or aliases or nesting go beyond the limits"),
  "document-empty": error("the root document is empty"),
  "swagger-version": error("`swagger` is no version of Swagger 2"),
  "swagger-parts": error(
    "a reference of Swagger 2.0 leads to a part of another file that is no schema",
  ),
  "swagger-loss": warning(
    "a part of Swagger 2.0 has nothing like it in OpenAPI 3",
    "what comes nearest, as the message says",
  ),
  "swagger-lifted": info("the description is one of Swagger 2.0", "it is read as OpenAPI 3"),
  "not-openapi": error("the root document has no member `openapi`"),
  "openapi-version": error("`openapi` is no version of OpenAPI 3"),
  "openapi-version-assumed": warning(
    "`openapi` is no text, or a version of OpenAPI 3 that is not known",
    "the version of 3.0, 3.1 or 3.2 that is nearest",
  ),
  "key-duplicate": warning("an object has a key several times", "the last one"),
  "json-comment": warning("JSON has comments", "nothing: they are left out"),

  // Overlays.
  "overlay-not-found": error("the path of an overlay is no file"),
  "overlay-invalid": error("an overlay is not as the Overlay Specification has it"),
  "overlay-incompatible": error("an overlay merges values of different kinds"),
  "overlay-unmatched": warning(
    "an action of an overlay selects nothing",
    "the action does nothing",
  ),
  "overlay-unapplied": warning(
    "an overlay is for a file that the description does not refer to",
    "the overlay does nothing",
  ),
  "overlay-version": warning(
    "an overlay has a field of a later version than its own",
    "the later version",
  ),
  "overlay-info-missing": warning("an overlay has no title or no version", "nothing"),

  "self-invalid": warning(
    "`$self` is no URI reference, or has a fragment",
    "references are relative to the file",
  ),

  // References.
  "ref-outside": error("a reference leads out of the description's folder: nothing is read there"),
  "ref-file-missing": error("a reference names a file that is not there, or cannot be fetched"),
  "ref-remote": warning(
    "a reference points to another host, and its origin is not allowed",
    "nothing is fetched; as for `ref-unresolved`",
  ),
  "ref-unresolved": warning(
    "a reference points to nothing",
    "a schema: any value; a response: any answer of the status; anything else is left out",
  ),
  "ref-circular": warning(
    "references lead to each other and never to an object",
    "as for `ref-unresolved`",
  ),
  "ref-kind": warning(
    "a reference leads to an object of another kind",
    "the schema that is found there, or a JSON body of it; anything else is left out",
  ),
  "component-name-collision": warning(
    "components of several files have the same name",
    "numbers behind the names of all but the root's, or the first by path",
  ),

  // The structure of the document.
  structure: warning("a value is no object, list or text where one has to be", "nothing: left out"),
  "paths-missing": warning("the document has no paths, components or webhooks", "no operations"),
  "path-start": warning("a path does not start with a slash", "a slash before it"),
  "path-template": warning("the braces of a path do not pair", "a brace that stands for itself"),
  "path-identical": warning(
    "paths differ in the names of their parameters alone",
    "servers answer the first of them",
  ),
  "path-parameter-undeclared": warning("a parameter of a path is not declared", "a string"),
  "path-parameter-unused": warning("a path parameter is not in the path", "it is left out"),
  "method-invalid": warning("an additional operation has no HTTP method", "it is left out"),
  "method-unsendable": warning("`fetch` does not send the method", "the client's method throws"),
  "body-unsendable": warning(
    "`fetch` sends no body with the method",
    "the client throws where a body is given",
  ),
  "responses-missing": warning("an operation has no responses", "any answer"),
  "status-unknown": warning("a response has no status", "it is left out"),
  "parameter-name-missing": warning("a parameter has no name", "it is left out"),
  "parameter-in-unknown": warning(
    "a parameter has no place",
    "the nearest name of a place, the path that has the name in braces, else the query",
  ),
  "parameter-body": warning(
    "a parameter stands in the body or a form, as in Swagger 2.0",
    "the request's body, where none is described",
  ),
  "parameter-duplicate": warning("a parameter is declared twice", "the last one"),
  "querystring-unsupported": warning(
    "the query of `in: querystring` is no form with properties",
    "it is left out",
  ),
  "style-unknown": warning("a style is none of OpenAPI's", "the default"),
  "multi-segment-ignored": warning("`x-multi-segment` cannot hold", "one segment"),
  "field-missing": warning("a required field is missing", "an empty one"),
  "field-invalid": warning(
    "a field has a value of the wrong kind",
    'what it surely means, such as `true` for `"yes"`, else nothing',
  ),
  "field-unknown": warning("an object has no such field", "nothing: left out"),
  "field-version": warning("a field is of a later version of OpenAPI", "what it means there"),
  "field-ignored": warning("a field stands beside `$ref`", "nothing: left out"),

  // Security. What is not understood never counts as open access.
  "security-requirement": warning(
    "a security requirement is of the wrong kind",
    "the scheme that it names; what names none is met by nobody",
  ),
  "security-scheme": warning(
    "a security scheme has not all it needs",
    "`http`: bearer; `apiKey`: a header that is called as the scheme",
  ),
  "security-scheme-type": warning(
    "a security scheme has no type, or an unknown one",
    "the type that its other fields have, else no such scheme, and nobody meets it",
  ),
  "security-scheme-name": error("a security scheme has the name of what every object has"),
  "security-scheme-unknown": warning(
    "a security requirement names no security scheme",
    "nobody meets it",
  ),

  // Schemas.
  "schema-type-unknown": warning(
    "a type is none of JSON Schema's",
    "the type that it resembles or has in other languages, else any value",
  ),
  "keyword-ignored": warning("a keyword has a value of the wrong kind", "nothing: left out"),
  "keyword-unknown": warning("a keyword is unknown", "nothing: left out"),
  "keyword-widened": warning(
    "a type cannot say what a keyword says",
    "the wider type; validators hold values against the keyword",
  ),
  "required-misplaced": warning("`required` is no list of names", "nothing: left out"),
  "enum-empty": warning("`enum` is empty", "no value fits"),
  "enum-invalid": warning("values of `enum` are not of its type", "they stand for nothing"),
  "default-invalid": warning("a default is refused by its schema", "no default"),
  "pattern-ignored": warning(
    "a pattern is no regular expression, or too large",
    "nothing: left out",
  ),
  "pattern-legacy": warning("a pattern is valid without the flag `u` only", "the same with it"),
  "pattern-slow": warning(
    "a pattern may take more than linear time",
    "texts are held against it up to a length, and longer ones are refused",
  ),
  "schema-circular": warning("a schema is made of itself", "that part is left out"),
  "schema-slow": warning(
    "a schema tries one value in several ways",
    "validators remember what they have checked",
  ),
  "example-invalid": warning(
    "an example is refused by its schema",
    "mocks answer with a value made from the schema",
  ),
  "conversion-ambiguous": warning(
    "with `dates`, a text may be a date-time by one part of a schema and another text by the other",
    "the date-time stays a text, wherever its schema is used",
  ),
  "parts-unread": warning(
    "the parts of a multipart body other than `multipart/form-data` are described by names",
    "the body is a `Blob` with its own boundary, whose parts callers and handlers write and read",
  ),
  "part-unnamed": warning(
    "the parts of a form are described by their place, and no `Content-Disposition` names them",
    "the name of a part is its place: `0`, `1`, `2`",
  ),
  "item-schema-unused": warning(
    "`itemSchema` stands beside a `schema` that says what the parts are",
    "`schema` alone describes them",
  ),
  "encoding-unused": warning(
    "an encoding stands within another, or encodes parts where there are none",
    "nothing: the part is one value",
  ),
  "discriminator-default": warning(
    "the `defaultMapping` of a discriminator is none of the alternatives",
    "values that choose none of them are refused",
  ),
  "xml-node-type": warning("`nodeType` says how XML is written", "XML is text in the packages"),
  "example-fields": warning(
    "an example has fields that exclude each other",
    "of a text `serializedValue`, of all else `dataValue`, then `value`",
  ),
  "example-unread": warning(
    "an example has but a text that is not read there, or an address",
    "values are made from the schema",
  ),
  "error-not-filled": warning(
    "a documented schema of errors cannot be filled",
    "the server's own refusals are problem details",
  ),
  "too-deep": error("schemas hold each other too deeply"),

  // Names.
  "operation-id-duplicate": warning(
    "an operationId stands several times",
    "the name of the method and path",
  ),
  "name-collision": warning(
    "two names would be one in code",
    "a number behind one of them, whatever the order of the text",
  ),
  "name-too-long": error("a name has more than 500 characters"),
  "type-name-collision": error("two types of the packages would have one name"),
  "tag-collision": warning("two tags would be one name in code", "a number behind one of them"),
  "tag-reserved": warning("a tag has a name that the packages need", "a number behind it"),
  "tag-parent": warning("a tag lies under none that is declared, or under itself", "no parent"),
  "x-name-invalid": warning("an `x-name` is no identifier", "nothing: left out"),

  // Our own extensions. Other tools may have extensions of the same name.
  "common-errors": warning("`x-common-errors` has no statuses of errors", "nothing: left out"),
  "event-stream-invalid": warning("`x-event-stream` is of another form", "nothing: left out"),
  "lifecycle-invalid": warning("`x-lifecycle` is of another form", "nothing: left out"),
  "pagination-member": warning("`x-pagination` does not fit its operation", "nothing: left out"),
  "pagination-style": warning("`x-pagination` has no known style", "nothing: left out"),
  "renamed-from-expired": warning(
    "an `x-renamed-from` is of an earlier major version",
    "no alias: the earlier name is gone, and `diff` and `scaffold` still know it",
  ),
  "renamed-from-taken": warning("something has the earlier name still", "no alias of that name"),
  "renamed-from-unread": warning(
    "an `x-renamed-from` is of another form, or says nothing where it stands",
    "nothing: left out",
  ),
  "requires-invalid": warning("`x-requires` is of another form", "nothing: left out"),
  "webhook-signature-invalid": warning(
    "`x-webhook-signature` is of another form",
    "nothing: left out, so that receivers have to say how their webhooks are signed",
  ),

  // Notes.
  "openapi-lifted": info("the document is one of OpenAPI 3.0", "the same in OpenAPI 3.1"),
  "operation-id-missing": info(
    "operations have no operationId",
    "names of their methods and paths, which change with these",
  ),
} as const satisfies Readonly<Record<string, CodeMeaning>>;

/** A stable kebab-case word for the kind of problem. */
export type DiagnosticCode = keyof typeof diagnosticCodes;

/** Returns the severity of a code before `strict` is applied. */
export function severityOf(code: DiagnosticCode): Severity {
  return diagnosticCodes[code].severity;
}
