export interface MediaType {
  essence: string;
  parameters: Map<string, string>;
}

/** A media type or range with its parameters; undefined for text that is none. */
export function parseMediaType(text: string): MediaType | undefined {
  const [essence = "", ...rest] = text.split(";").map((part) => part.trim());
  if (!/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(essence)) return undefined;
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const [name = "", value = ""] = part.split("=", 2);
    parameters.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, "$1"));
  }
  return { essence: essence.toLowerCase(), parameters };
}

function precision(range: string, type: string): number {
  if (range === type) return 2;
  if (range === `${type.split("/")[0]}/*`) return 1;
  return range === "*/*" ? 0 : -1;
}

/** Whether an `Accept` header lets a media type through; the most precise range decides. */
export function isAccepted(header: string | undefined, type: string): boolean {
  const ranges = (header ?? "")
    .split(",")
    .map(parseMediaType)
    .filter((range) => range !== undefined);
  if (ranges.length === 0) return true;
  let best = -1;
  let quality = 0;
  for (const { essence, parameters } of ranges) {
    const found = precision(essence, type);
    if (found < 0 || found < best) continue;
    const given = Number(parameters.get("q") ?? "1");
    quality = found === best ? Math.max(quality, given) : given;
    best = found;
  }
  return best >= 0 && quality > 0;
}

/** Whether a `Content-Type` is JSON in UTF-8, the only encoding that JSON has between systems. */
export function isJson(header: string | undefined): boolean {
  const type = parseMediaType(header ?? "");
  const charset = type?.parameters.get("charset")?.toLowerCase() ?? "utf-8";
  return type?.essence === "application/json" && (charset === "utf-8" || charset === "utf8");
}
