import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";

/** The default path of health checks. */
export const usualHealthPath = "/health";

/** Returns the path of the health route; `undefined` if an operation may match it. */
export function healthPath({ groups, servers }: ApiModel): string | undefined {
  const isTaken = groups.some(({ operations }) =>
    operations.some((operation) =>
      ["", ...(operation.servers.length > 0 ? operation.servers : servers).map(pathOf)].some(
        (base) => matches(operation, base),
      ),
    ),
  );
  return isTaken ? undefined : usualHealthPath;
}

/** Returns the path of a server's URL, which may be relative. */
const pathOf = (url: string): string =>
  url.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, "").replace(/[/?#].*$/, (rest) => {
    const [before = ""] = rest.split(/[?#]/);
    return before.replace(/\/$/, "");
  });

/** True if an operation's path may match that of the health route. */
function matches({ path: template, parameters }: Operation, base: string): boolean {
  const isMulti = parameters.some(({ multiSegment }) => multiSegment);
  const segments = `${base}${template}`.split("/");
  const wanted = usualHealthPath.split("/");
  if (segments.length !== wanted.length && !(isMulti && segments.length <= wanted.length))
    return false;
  return segments.every((segment, index) =>
    segment.includes("{") ? isFilled(segment, wanted[index] ?? "") : segment === wanted[index],
  );
}

/** True if a text starts and ends like a path segment with parameters. */
function isFilled(segment: string, text: string): boolean {
  const [before = ""] = segment.split("{");
  const after = segment.slice(segment.lastIndexOf("}") + 1);
  return text.startsWith(before) && text.endsWith(after);
}
