import { isObject } from "@openapi-packages/runtime/internals";

interface Entry {
  readonly [member: string]: unknown;
}

interface Shelter {
  readonly record: Entry;
  readonly owner: string;
  readonly pets: Map<string, Entry>;
}

/** What a service of `shelters` does wrong; each is one line in it. */
export type Fault =
  | "hides what was created"
  | "does not list what was created"
  | "lists twice"
  | "forgets a member"
  | "ignores changes"
  | "reads what was there before"
  | "forgets what a PATCH leaves out"
  | "adds with each PUT"
  | "keeps what was deleted"
  | "lists what was deleted"
  | "fails at a second DELETE"
  | "keeps what it refused"
  | "does not look at the parent"
  | "takes the page before"
  | "leaves one out"
  | "does not end"
  | "takes no limit"
  | "counts wrong"
  | "lets everyone in"
  | "lets everyone read"
  | "takes any token"
  | "says no scheme"
  | "takes expired tokens"
  | "shows others' records"
  | "lets others delete"
  | "tells others that it is there"
  | "sends 304 never"
  | "sends 304 whatever the tag"
  | "ignores If-Match"
  | "has other headers for HEAD";

/** A service of `shelters`, in memory, that is faultless but for what it is told to do wrong. */
export function shelterService(
  ...faults: readonly Fault[]
): (request: Request) => Promise<Response> {
  const has = (fault: Fault): boolean => faults.includes(fault);
  const all = new Map<string, Shelter>();
  const cached = new Map<string, Entry>();
  let last = 0;
  const nextId = (): string => `id-${(last += 1)}`;
  const tokens: Record<string, string> = {
    right: "ada",
    other: "bob",
    ...(has("takes expired tokens") && { expired: "ada" }),
  };
  return async (request) => {
    const url = new URL(request.url);
    const [, , shelterId = "", , petId] = url.pathname.split("/");
    const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
    const isOpen =
      has("lets everyone in") || (has("lets everyone read") && request.method === "GET");
    const user =
      (token === undefined ? undefined : tokens[token]) ??
      (isOpen || (has("takes any token") && token) ? "ada" : undefined);
    if (user === undefined)
      return refuse(401, has("says no scheme") ? {} : { "www-authenticate": "Bearer" });
    const body: unknown = /P(OST|UT|ATCH)/.test(request.method) ? await request.json() : undefined;
    if (body !== undefined && !isObject(body)) return refuse(400);
    const given: Entry = body ?? {};
    if (shelterId === "") {
      if (typeof given["name"] !== "string") return refuse(400);
      const record = { shelter_id: nextId(), name: given["name"] };
      all.set(record.shelter_id, { record, owner: user, pets: new Map() });
      return Response.json(record, { status: 201 });
    }
    const shelter = all.get(shelterId);
    if (shelter === undefined) return refuse(404);
    if (shelter.owner !== user) {
      const isSeen = has("shows others' records") && request.method === "GET";
      const isDeleted = has("lets others delete") && request.method === "DELETE";
      if (has("tells others that it is there")) return refuse(403);
      if (!isSeen && !isDeleted) return refuse(404);
    }
    if (!url.pathname.includes("/pets")) return Response.json(shelter.record);
    return petId === undefined
      ? pets(shelter, request, given, url)
      : pet(shelter, petId, request, given);
  };

  function pets(shelter: Shelter, { method }: Request, given: Entry, url: URL): Response {
    if (method === "POST") {
      const isWrong = typeof given["name"] !== "string" || typeof given["age"] !== "number";
      const { name, age, tags } = given;
      const record = {
        pet_id: nextId(),
        name: name ?? "?",
        age: age ?? 0,
        ...(tags !== undefined && !has("forgets a member") && { tags }),
      };
      if (!isWrong || has("keeps what it refused")) shelter.pets.set(record.pet_id, record);
      return isWrong ? refuse(400) : Response.json(record, { status: 201 });
    }
    const ours = [...shelter.pets.values()].filter((one) => one["gone"] !== true);
    const listed = has("lists what was deleted")
      ? [...shelter.pets.values()].map(shownOf)
      : has("does not list what was created")
        ? ours.slice(0, -1)
        : has("lists twice")
          ? [...ours, ...ours.slice(-1)]
          : ours;
    const limit = has("takes no limit") ? 50 : Number(url.searchParams.get("limit") ?? 20);
    const asked = Number(url.searchParams.get("offset") ?? 0);
    const offset = Math.max(0, asked - (has("takes the page before") && asked > 0 ? 1 : 0));
    const skip = has("leaves one out") && offset > 0 ? 1 : 0;
    const page =
      has("does not end") && listed.length > 0 && offset >= listed.length
        ? listed.slice(-1)
        : listed.slice(offset + skip, offset + limit + skip);
    const total =
      has("does not end") || has("takes the page before") || has("leaves one out")
        ? 0
        : listed.length + (has("counts wrong") ? 1 : 0);
    return Response.json({ pets: page, total });
  }

  function pet(shelter: Shelter, id: string, request: Request, given: Entry): Response {
    const holder = has("does not look at the parent")
      ? [...all.values()].find((one) => one.pets.has(id))
      : shelter;
    const record = holder?.pets.get(id);
    if (record === undefined || (record["gone"] === true && !has("keeps what was deleted")))
      return record !== undefined && request.method === "DELETE" && has("fails at a second DELETE")
        ? refuse(500)
        : refuse(404);
    const shown = shownOf(record);
    const tag = (value: Entry): string =>
      `"${Buffer.from(JSON.stringify(value)).toString("base64url")}"`;
    const headers = { etag: tag(shown) };
    if (request.method === "DELETE") {
      holder?.pets.set(id, { ...record, gone: true });
      return new Response(null, { status: 204 });
    }
    if (request.method === "HEAD")
      return new Response(null, {
        headers: {
          "content-type": has("has other headers for HEAD") ? "text/html" : "application/json",
          ...headers,
        },
      });
    if (request.method === "GET") {
      if (has("hides what was created")) return refuse(404);
      const first = cached.get(id) ?? shown;
      cached.set(id, first);
      if (has("reads what was there before")) return Response.json(first);
      const condition = request.headers.get("if-none-match");
      const isSame =
        (condition === headers.etag && !has("sends 304 never")) ||
        (condition !== null && has("sends 304 whatever the tag"));
      return isSame
        ? new Response(null, { status: 304, headers })
        : Response.json(shown, { headers });
    }
    const match = request.headers.get("if-match");
    if (match !== null && match !== headers.etag && !has("ignores If-Match")) return refuse(412);
    const isPut = request.method === "PUT";
    const { name, age } = given;
    if (isPut && (typeof name !== "string" || typeof age !== "number")) return refuse(400);
    const { tags: _, ...rest } = shown;
    const kept = has("forgets what a PATCH leaves out") ? rest : shown;
    const changed = { ...(isPut ? {} : kept), ...given, pet_id: id };
    if (!has("ignores changes")) holder?.pets.set(id, changed);
    if (isPut && has("adds with each PUT")) holder?.pets.set(nextId(), changed);
    return Response.json(changed, { headers: { etag: tag(changed) } });
  }
}

/** A record without the mark that it was deleted. */
function shownOf(record: Entry): Entry {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== "gone"));
}

const refuse = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ message: "no" }, { status, headers });
