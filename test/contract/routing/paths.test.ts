import { describe, expect, test } from "vitest";
import { bothEnds, describeApi, type BothEnds, type SharedOptions } from "./both-ends.ts";

const answer = `responses: { "200": { description: It., content: { application/json: {} } } }`;

/** A description of paths and their methods; `{…*}` is a parameter of several segments. */
function textOf(paths: { readonly [path: string]: string }, servers = "[]"): string {
  const items = Object.entries(paths).map(([path, methods]) => {
    const parameters = [...path.matchAll(/\{([^}*]+)(\*?)\}/g)].map(
      ([, name, isMulti]) =>
        `{ name: ${name}, in: path, required: true, schema: { type: string }, x-multi-segment: ${isMulti === "*"} }`,
    );
    const plain = path.replaceAll("*", "");
    const operations = methods.split(" ").map((entry) => {
      const [method = "", own] = entry.split("@");
      const id = JSON.stringify(`${method.toUpperCase()} ${plain}`);
      const given = own === undefined ? "" : `servers: [{ url: ${JSON.stringify(own)} }]\n      `;
      return `    ${method}:\n      operationId: ${id}\n      ${given}${answer}`;
    });
    return [`  ${plain}:`, `    parameters: [${parameters.join(", ")}]`, ...operations].join("\n");
  });
  return `openapi: 3.1.0\ninfo: { title: Paths, version: "1" }\nservers: ${servers}\npaths:\n${items.join("\n")}\n`;
}

async function ends(
  paths: { readonly [path: string]: string },
  { servers = "[]", ...options }: SharedOptions & { readonly servers?: string } = {},
): Promise<BothEnds> {
  return bothEnds(await describeApi(textOf(paths, servers)), options);
}

/** `GET /path` → the operation and its path parameters, or the status with the methods that are allowed. */
async function lead({ send }: BothEnds, line: string): Promise<unknown> {
  const [method = "", url = ""] = line.split(" ");
  const { status, allow, body } = await send(method, url);
  if (status !== 200) return allow === undefined ? status : `${status} ${allow}`;
  const { operation, path } = (body ?? {}) as { operation?: string; path?: object };
  return path === undefined ? operation : [operation, ...Object.values(path)];
}

describe("a path decides before its methods", () => {
  const items = {
    "/items/special": "get",
    "/items/{id}": "get delete",
    "/items/{id}/parts/{part}": "get delete",
    "/items/special/parts/{part}": "get",
    "/files/{name}.json": "get",
    "/files/{name}": "get put",
    "/posted/{id}": "post",
    "/posted/only": "post",
  };
  test.each([
    ["GET /items/special", "GET /items/special"],
    ["DELETE /items/special", "405 GET, HEAD, OPTIONS"],
    ["DELETE /items/speci%61l", "405 GET, HEAD, OPTIONS"],
    ["OPTIONS /items/special", "204 GET, HEAD, OPTIONS"],
    ["TRACE /items/special", "405 GET, HEAD, OPTIONS"],
    ["DELETE /items/7", ["DELETE /items/{id}", "7"]],
    ["OPTIONS /items/7", "204 DELETE, GET, HEAD, OPTIONS"],
    ["DELETE /items/special/parts/1", "405 GET, HEAD, OPTIONS"],
    ["DELETE /items/7/parts/1", ["DELETE /items/{id}/parts/{part}", "7", "1"]],
    ["PUT /files/a.json", "405 GET, HEAD, OPTIONS"],
    ["PUT /files/a.txt", ["PUT /files/{name}", "a.txt"]],
    ["HEAD /posted/only", "405 OPTIONS, POST"],
    ["GET /nowhere", 404],
  ])("%s: %j", async (line, expected) => {
    expect(await lead(await ends(items), line)).toEqual(expected);
  });

  test("paths that differ in names of parameters are one", async () => {
    const both = await ends({ "/pets/{id}": "get", "/pets/{name}": "delete get" });
    expect(await lead(both, "GET /pets/7")).toEqual(["GET /pets/{id}", "7"]);
    expect(await lead(both, "DELETE /pets/7")).toEqual(["DELETE /pets/{name}", "7"]);
    expect(await lead(both, "PUT /pets/7")).toBe("405 DELETE, GET, HEAD, OPTIONS");
  });

  test.each(["*", "http://api.example"])("OPTIONS %s is about the server", async (url) => {
    const both = await ends(items, { basePath: "/v1" });
    expect(await lead(both, `OPTIONS ${url}`)).toBe("204 DELETE, GET, HEAD, OPTIONS, POST, PUT");
    expect(await lead(both, `GET ${url}`)).toBe(404);
  });
});

describe("base paths", () => {
  const users = { "/users": "get", "/{any}": "delete", "/uploads": "post@https://up.example/up" };
  const servers = `[{ url: "https://api.example.com/v1/" }, { url: "/{stage}", variables: { stage: { default: beta } } }, { url: "./next" }, { url: "https://a.example" }]`;

  test.each([
    ["GET /v1/users", "GET /users"],
    ["GET /beta/users", "GET /users"],
    ["GET /next/users", "GET /users"],
    ["GET /users", "GET /users"],
    ["GET /v%31/users", "GET /users"],
    ["GET https://elsewhere.example/v1/users", "GET /users"],
    ["GET /v2/users", 404],
    ["GET /v1users", "405 DELETE, OPTIONS"],
    ["GET /v1", "405 DELETE, OPTIONS"],
    ["GET /up/users", 404],
    ["POST /up/uploads", "POST /uploads"],
    ["POST /uploads", "POST /uploads"],
    ["POST /v1/uploads", "405 DELETE, OPTIONS"],
    ["DELETE /v1/users", "405 GET, HEAD, OPTIONS"],
    ["DELETE /v1/x", ["DELETE /{any}", "x"]],
  ])("are those of the description's servers, and none: %s: %j", async (line, expected) => {
    expect(await lead(await ends(users, { servers }), line)).toEqual(expected);
  });

  test.each([
    ["/v2", "/v2/users", "/v1/users"],
    ["/v2/", "/v2/users", "/users"],
    ["/", "/users", "/v1/users"],
    ["", "/users", "/v1/users"],
    ["/caf%C3%A9", "/caf%c3%a9/users", "/cafe/users"],
    [["/v2", "/v3"], "/v3/users", "/v1/users"],
  ])("are given by the option: %j", async (basePath, known, unknown) => {
    const both = await ends(users, { servers, basePath });
    expect(await lead(both, `GET ${known}`)).toBe("GET /users");
    expect(await lead(both, `GET ${unknown}`)).toBe(404);
  });

  test("are named to those who are outside", async () => {
    const both = await ends(users, { servers, basePath: ["/v2", "/next"] });
    const { body } = await both.send("GET", "/v1/users");
    expect(body).toMatchObject({
      status: 404,
      errors: [{ in: "path", message: 'must begin with "/next" or "/v2"' }],
    });
    expect((await both.send("GET", "/v2/nowhere")).body).not.toHaveProperty("errors");
  });

  test.each(["v1", "https://api.example.com/v1", "/v1?a", "/v1#a"])(
    "are paths: %s is none",
    async (basePath) => {
      await expect(ends(users, { basePath })).rejects.toThrow(/basePath .* is not a path/);
    },
  );

  test("a server without a value for a variable has none", async () => {
    const both = await ends(users, { servers: `[{ url: "/{stage}" }, { url: "{base}/v1" }]` });
    expect(await lead(both, "GET /users")).toBe("GET /users");
  });

  test("one that a path begins with too is the base path", async () => {
    const both = await ends(
      { "/v1/users": "get", "/users": "get put" },
      { servers: '[{ url: "/v1" }]' },
    );
    expect(await lead(both, "GET /v1/users")).toBe("GET /users");
    expect(await lead(both, "GET /v1/v1/users")).toBe("GET /v1/users");
  });
});

describe("slashes", () => {
  const pets = {
    "/": "get",
    "/pets": "get",
    "/pets/{id}": "get",
    "/shops/": "get",
    "/a/{b*}": "get",
  };
  test.each([
    ["GET //pets", 404, "GET /pets"],
    ["GET /pets/", 404, "GET /pets"],
    ["GET /pets///7//", 404, ["GET /pets/{id}", "7"]],
    ["GET /shops", 404, "GET /shops/"],
    ["GET /shops/", "GET /shops/", "GET /shops/"],
    ["GET /", "GET /", "GET /"],
    ["GET //", 404, "GET /"],
    ["PUT //pets/", 404, "405 GET, HEAD, OPTIONS"],
    ["GET /a/b//c/", ["GET /a/{b}", "b//c/"], ["GET /a/{b}", "b//c/"]],
    ["GET //a//b", 404, ["GET /a/{b}", "b"]],
    ["GET //nowhere", 404, 404],
  ])("%s: exactly %j, leniently %j", async (line, exact, lenient) => {
    expect(await lead(await ends(pets), line)).toEqual(exact);
    expect(await lead(await ends(pets, { slashes: "exact" }), line)).toEqual(exact);
    expect(await lead(await ends(pets, { slashes: "lenient" }), line)).toEqual(lenient);
  });

  test("do not count in base paths either", async () => {
    const both = await ends(pets, { slashes: "lenient", basePath: "/v1" });
    expect(await lead(both, "GET //v1//pets/")).toBe("GET /pets");
    expect(await lead(both, "GET /v1")).toBe("GET /");
  });
});

describe("a parameter of several segments", () => {
  const assets = {
    "/buckets/{id}/assets": "get",
    "/buckets/{id}/assets/{name*}": "get delete",
    "/buckets/{id}/assets/{name*}/urls": "post",
    "/buckets/{id}/assets/{name*}/urls/{url}": "get",
    "/buckets/{id}/assets/latest": "get",
    "/jobs/{name*}:cancel": "post",
    "/jobs/{name*}": "get",
    "/one/{a}": "delete",
    "/one/{b*}": "get",
  };
  test.each([
    ["GET /buckets/b/assets/a", ["GET /buckets/{id}/assets/{name}", "b", "a"]],
    ["GET /buckets/b/assets/dir/a.txt", ["GET /buckets/{id}/assets/{name}", "b", "dir/a.txt"]],
    ["GET /buckets/b/assets/dir%2Fa%20b", ["GET /buckets/{id}/assets/{name}", "b", "dir/a b"]],
    ["GET /buckets/b/assets/dir/", ["GET /buckets/{id}/assets/{name}", "b", "dir/"]],
    ["GET /buckets/b/assets/a//b", ["GET /buckets/{id}/assets/{name}", "b", "a//b"]],
    ["GET /buckets/b/assets//a", ["GET /buckets/{id}/assets/{name}", "b", "/a"]],
    ["GET /buckets/b/assets/a%2F..%2Fb", ["GET /buckets/{id}/assets/{name}", "b", "a/../b"]],
    ["GET /buckets/b/assets/", 404],
    ["GET /buckets/b/assets", ["GET /buckets/{id}/assets", "b"]],
    ["GET /buckets/b/assets/latest", ["GET /buckets/{id}/assets/latest", "b"]],
    ["DELETE /buckets/b/assets/latest", "405 GET, HEAD, OPTIONS"],
    ["GET /buckets/b/assets/latest/x", ["GET /buckets/{id}/assets/{name}", "b", "latest/x"]],
    ["POST /buckets/b/assets/a/urls", ["POST /buckets/{id}/assets/{name}/urls", "b", "a"]],
    ["POST /buckets/b/assets/a/b/urls", ["POST /buckets/{id}/assets/{name}/urls", "b", "a/b"]],
    [
      "POST /buckets/b/assets/a/urls/urls",
      ["POST /buckets/{id}/assets/{name}/urls", "b", "a/urls"],
    ],
    ["POST /buckets/b/assets/urls", "405 DELETE, GET, HEAD, OPTIONS"],
    [
      "GET /buckets/b/assets/a/b/urls/7",
      ["GET /buckets/{id}/assets/{name}/urls/{url}", "b", "a/b", "7"],
    ],
    ["GET /buckets/b/assets/a/urls", ["GET /buckets/{id}/assets/{name}", "b", "a/urls"]],
    ["PUT /buckets/b/assets/a/urls", "405 DELETE, GET, HEAD, OPTIONS, POST"],
    ["POST /jobs/projects/p/jobs/j:cancel", ["POST /jobs/{name}:cancel", "projects/p/jobs/j"]],
    ["GET /jobs/projects/p/jobs/j", ["GET /jobs/{name}", "projects/p/jobs/j"]],
    ["GET /one/a", ["GET /one/{b}", "a"]],
    ["DELETE /one/a", ["DELETE /one/{a}", "a"]],
    ["PUT /one/a", "405 DELETE, GET, HEAD, OPTIONS"],
  ])("takes what leads on: %s: %j", async (line, expected) => {
    expect(await lead(await ends(assets), line)).toEqual(expected);
  });

  test.each([
    "/buckets/b/assets/..",
    "/buckets/b/assets/a/../b",
    "/buckets/b/assets/a/%2e%2E/b",
    "/buckets/b/assets/a/.",
    "/buckets/../assets/a",
    "/buckets/b/assets/%2e%2e/urls/7",
    "/buckets/b/assets/a/urls/..",
  ])("takes no segment of dots: %s", async (url) => {
    const both = await ends(assets);
    expect(await lead(both, `GET ${url}`)).toBe(404);
    expect(await lead(both, `DELETE ${url}`)).toBe(404);
  });
});
