import { isObject } from "@openapi-packages/runtime/internals";

interface Entry {
  readonly [member: string]: unknown;
}

/** What a service of `choir` does wrong; each is one line in it. */
export type ChoirFault =
  | "loses the voice"
  | "loses the pieces"
  | "ignores changes"
  | "keeps deleted singers"
  | "lists deleted singers"
  | "does not list rehearsals of the leader"
  | "forgets who comes"
  | "keeps the first remark"
  | "lists everyone who comes anywhere"
  | "keeps who was taken out";

const voices = ["soprano", "alto", "tenor", "bass"];

/** A service of `choir`, in memory, that is faultless but for what it is told to do wrong. */
export function choirService(
  ...faults: readonly ChoirFault[]
): (request: Request) => Promise<Response> {
  const has = (fault: ChoirFault): boolean => faults.includes(fault);
  const singers = new Map<number, Entry>();
  const gone: Entry[] = [];
  const rehearsals = new Map<number, Entry>();
  const coming = new Map<number, Map<number, Entry>>();
  let last = 40;

  return async (request) => {
    const url = new URL(request.url);
    const { method } = request;
    const [, area, first, part, second] = url.pathname.split("/");
    const isWriting = ["POST", "PUT", "PATCH"].includes(method);
    const given = isWriting ? await bodyOf(request) : {};
    if (typeof given === "number") return refuse(given);
    const [id, other] = [numberOf(first), numberOf(second)];
    if (area === "singers" && first === undefined) return allSingers(method, url, given);
    if (area === "singers" && part === undefined) return oneSinger(method, id, given);
    if (area === "rehearsals" && first === undefined) return allRehearsals(method, url, given);
    if (area === "rehearsals" && part === undefined) return oneRehearsal(method, id);
    if (part !== "attendance") return refuse(404);
    if (second === undefined) return attendances(method, id);
    return attendance(method, id, other, given);
  };

  function allSingers(method: string, url: URL, given: Entry): Response {
    if (method === "POST") {
      const { name, voice } = given;
      if (!isText(name) || !voices.includes(String(voice))) return refuse(400);
      singers.set((last += 1), { id: last, name, voice: has("loses the voice") ? "bass" : voice });
      return created(`/singers/${last}`);
    }
    if (method !== "GET") return refuse(405, { allow: "GET, POST" });
    const voice = url.searchParams.get("voice");
    if (voice !== null && !voices.includes(voice)) return refuse(400);
    const all = [...singers.values(), ...(has("lists deleted singers") ? gone : [])];
    return Response.json({ data: all.filter((one) => voice === null || one["voice"] === voice) });
  }

  function oneSinger(method: string, id: number | undefined, given: Entry): Response {
    if (!["GET", "PATCH", "DELETE"].includes(method))
      return refuse(405, { allow: "GET, PATCH, DELETE" });
    const { name, voice } = given;
    if (name !== undefined && !isText(name)) return refuse(400);
    if (voice !== undefined && !voices.includes(String(voice))) return refuse(400);
    const known = id === undefined ? undefined : singers.get(id);
    if (id === undefined || known === undefined) return refuse(404);
    if (method === "GET") return Response.json({ data: known });
    if (method === "PATCH" && !has("ignores changes"))
      singers.set(id, {
        ...known,
        ...(name !== undefined && { name }),
        ...(voice !== undefined && { voice }),
      });
    if (method === "DELETE") gone.push(known);
    if (method === "DELETE" && !has("keeps deleted singers")) singers.delete(id);
    return new Response(null, { status: 204 });
  }

  function allRehearsals(method: string, url: URL, given: Entry): Response {
    if (method === "POST") {
      const { leader_id, place, pieces = [] } = given;
      const isList = Array.isArray(pieces) && pieces.every((one) => typeof one === "string");
      if (!isKey(leader_id) || !isText(place) || !isList) return refuse(400);
      if (!singers.has(leader_id)) return refuse(404);
      const kept = has("loses the pieces") ? [] : pieces;
      rehearsals.set((last += 1), { id: last, leader_id, place, pieces: kept });
      return created(`/rehearsals/${last}`);
    }
    if (method !== "GET") return refuse(405, { allow: "GET, POST" });
    const leader = numberOf(url.searchParams.get("leader_id") ?? "");
    if (leader === undefined) return refuse(400);
    if (has("does not list rehearsals of the leader")) return Response.json({ data: [] });
    const isOwn = (one: Entry): boolean => one["leader_id"] === leader;
    const all = [...rehearsals.values()];
    return Response.json({ data: all.filter(isOwn) });
  }

  function oneRehearsal(method: string, id: number | undefined): Response {
    if (method !== "GET" && method !== "DELETE") return refuse(405, { allow: "GET, DELETE" });
    const known = id === undefined ? undefined : rehearsals.get(id);
    if (id === undefined || known === undefined) return refuse(404);
    if (method === "GET") return Response.json({ data: known });
    rehearsals.delete(id);
    coming.delete(id);
    return new Response(null, { status: 204 });
  }

  function attendances(method: string, id: number | undefined): Response {
    if (method !== "GET") return refuse(405, { allow: "GET" });
    if (id === undefined || !rehearsals.has(id)) return refuse(404);
    const everywhere = [...coming.values()].flatMap((one) => [...one.values()]);
    const own = [...(coming.get(id)?.values() ?? [])];
    return Response.json({ data: has("lists everyone who comes anywhere") ? everywhere : own });
  }

  function attendance(
    method: string,
    id: number | undefined,
    singer: number | undefined,
    given: Entry,
  ): Response {
    if (!["GET", "PUT", "DELETE"].includes(method))
      return refuse(405, { allow: "GET, PUT, DELETE" });
    const { coming: isComing, remark } = given;
    const isRemark =
      remark === undefined || (typeof remark === "string" && [...remark].length <= 80);
    if (method === "PUT" && (typeof isComing !== "boolean" || !isRemark)) return refuse(400);
    const isThere = id !== undefined && singer !== undefined && rehearsals.has(id);
    if (!isThere || !singers.has(singer)) return refuse(404);
    const own = coming.get(id) ?? new Map<number, Entry>();
    coming.set(id, own);
    const known = own.get(singer);
    if (method === "PUT") {
      const kept = has("keeps the first remark") ? (known?.["remark"] ?? remark) : remark;
      if (!has("forgets who comes"))
        own.set(singer, { singer, coming: isComing, ...(kept !== undefined && { remark: kept }) });
      return new Response(null, { status: known === undefined ? 201 : 204 });
    }
    if (known === undefined) return refuse(404);
    if (method === "GET") return Response.json({ data: known });
    if (!has("keeps who was taken out")) own.delete(singer);
    return new Response(null, { status: 204 });
  }
}

/** Reads the body of a request; the status of its refusal if it is no object. */
async function bodyOf(request: Request): Promise<Entry | number> {
  const type = request.headers.get("content-type") ?? "application/json";
  if (!type.toLowerCase().startsWith("application/json")) return 415;
  try {
    const body: unknown = JSON.parse(await request.text());
    return isObject(body) ? body : 400;
  } catch {
    return 400;
  }
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && [...value].length <= 60;

const isKey = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,10}$/.test(text) && isKey(Number(text)) ? Number(text) : undefined;

const created = (location: string): Response =>
  new Response(null, { status: 201, headers: { location } });

const refuse = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ message: `refused with ${status}` }, { status, headers });
