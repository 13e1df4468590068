import type { Issue } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { bodySchema } from "../schema/request-place.ts";
import { inWords } from "./issue-words.ts";
import { requestPlaceWords } from "./place-words.ts";

/** What is known of a request whose issues are said. */
export interface JudgedRequest {
  readonly api: VerifiedApi;
  readonly operation: VerifiedOperation;
  readonly contentType?: string | undefined;
  /** Its values. Default: messages show none. */
  readonly input?: CallInput | undefined;
}

/** Says issues of a request in words: `` `age` of the body is 101, and should be at most 100 ``. */
export function requestIssues(request: JudgedRequest, issues: readonly Issue[]): Issue[] {
  const lists = Map.groupBy(issues, ({ in: location, pointer }) =>
    location === "body" ? "body" : `${location}${pointer.split("/", 2).join("/")}`,
  );
  return [...lists.values()].flatMap((alike) => sayAlike(request, alike));
}

/** Says the issues of the body, or of one parameter. */
function sayAlike(
  { api, operation, contentType, input }: JudgedRequest,
  issues: readonly Issue[],
): Issue[] {
  const [first] = issues;
  if (first === undefined) return [];
  const location = first.in;
  const [, name = ""] = first.pointer.split("/");
  const parameter = operation.model.parameters.find(
    (one) => one.in === location && one.name.toLowerCase() === name.toLowerCase(),
  );
  const isBody = location === "body";
  const prefix = isBody ? "" : `/${name}`;
  const given = input?.[location as keyof CallInput];
  const judged = {
    description: api.description,
    schema: isBody ? bodySchema(operation, contentType) : parameter?.schema,
    value: isBody ? given : isObject(given) ? getMember(given, parameter?.name ?? name) : undefined,
    subject: (pointer: string) => requestPlaceWords(location, prefix + pointer),
  };
  const isWhole = ({ pointer }: Issue): boolean => pointer === prefix;
  const absent = issues.find((one) => one.keyword === "required" && isWhole(one));
  if (absent !== undefined)
    return [{ ...absent, message: `the request lacks ${judged.subject("")}, which is required` }];
  const inside = issues.map((one) => ({ ...one, pointer: one.pointer.slice(prefix.length) }));
  return inWords(judged, inside).map((one) => ({ ...one, pointer: prefix + one.pointer }));
}
