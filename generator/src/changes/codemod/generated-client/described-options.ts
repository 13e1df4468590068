import type TypeScript from "typescript";
import type { MediaType } from "@openapi-packages/description/model/api-model";
import type { LibraryCall } from "./library.ts";

/** The kinds of media types by the names that libraries have for what a body is read as. */
const readAs: Readonly<Record<string, MediaType["kind"]>> = {
  json: "json",
  text: "text",
  blob: "binary",
  formData: "multipart",
};

/** True if all answers with a success are read as an option says: `"json"`, `"blob"`. */
export function isAnswerRead({ checker, method }: LibraryCall, as: TypeScript.Expression): boolean {
  const type = checker.getTypeAtLocation(as);
  const kind = type.isStringLiteral() ? readAs[type.value] : undefined;
  const content = method.operation.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((one) => one.content);
  return (
    kind !== undefined &&
    content.length > 0 &&
    content.every((one) => one.kind === kind && one.stream === undefined)
  );
}

/** True if the media type of a request is that of the only body that is described. */
export function isBodyWritten(
  { checker, method }: LibraryCall,
  mediaType: TypeScript.Expression,
): boolean {
  const type = checker.getTypeAtLocation(mediaType);
  const [only, ...others] = method.operation.requestBody?.content ?? [];
  return type.isStringLiteral() && others.length === 0 && only?.mediaType === type.value;
}
