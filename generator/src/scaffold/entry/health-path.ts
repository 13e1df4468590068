import type { ApiModel, Operation } from "../../model/api-model.ts";

/** The path of health checks. */
export const usualHealthPath = "/health";

/** The path of a health route; `undefined` where an operation may be meant by it. */
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

/** The path of a server's URL, which may be relative. */
const pathOf = (url: string): string =>
  url.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, "").replace(/[/?#].*$/, (rest) => {
    const [before = ""] = rest.split(/[?#]/);
    return before.replace(/\/$/, "");
  });

/** True if a path of an operation may be the path of health checks. */
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

/** True if the texts around the parameters of a segment are those of another text. */
function isFilled(segment: string, text: string): boolean {
  const [before = ""] = segment.split("{");
  const after = segment.slice(segment.lastIndexOf("}") + 1);
  return text.startsWith(before) && text.endsWith(after);
}
