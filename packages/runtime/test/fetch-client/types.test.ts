import createTheirs from "openapi-fetch";
import { expect, it } from "vitest";
import { createClient, createPathBasedClient } from "../../src/fetch-client/index.ts";
import type { RequestOptions } from "../../src/fetch-client/client-types.ts";
import type { paths } from "./paths.ts";

/** Compiles if both types are assignable to each other. */
function same<One extends Other, Other>(
  _one: One,
  _other: Other & ([Other] extends [One] ? unknown : never),
) {}

const ours = createClient<paths>({ baseUrl: "https://example.com" });
const theirs = createTheirs<paths>({ baseUrl: "https://example.com" });
const byPath = createPathBasedClient<paths>({ baseUrl: "https://example.com" });

/** Programs of which only the types are checked. */
export const programs = {
  async answers() {
    const params = { path: { id: "1" } };
    same(await ours.GET("/pets"), await theirs.GET("/pets"));
    same(await ours.GET("/pets/{id}", { params }), await theirs.GET("/pets/{id}", { params }));
    same(
      await ours.DELETE("/pets/{id}", { params }),
      await theirs.DELETE("/pets/{id}", { params }),
    );
    same(
      await ours.POST("/pets", { body: { name: "Rex" } }),
      await theirs.POST("/pets", { body: { name: "Rex" } }),
    );
    same(
      await ours.GET("/pets", { parseAs: "text" }),
      await theirs.GET("/pets", { parseAs: "text" }),
    );
    same(await ours.request("get", "/pets"), await theirs.request("get", "/pets"));
    same(await byPath["/pets/{id}"].GET({ params }), await theirs.GET("/pets/{id}", { params }));
  },
  async narrows() {
    const { data, error } = await ours.GET("/pets/{id}", { params: { path: { id: "1" } } });
    if (error !== undefined) return error.title;
    return data.name;
  },
  async takesItsOwnOptions() {
    await ours.GET("/pets", { retries: 0, timeout: 1000 });
    // @ts-expect-error a number
    await ours.GET("/pets", { retries: "none" });
  },
  async refuses() {
    // @ts-expect-error no such path
    await ours.GET("/pet");
    // @ts-expect-error no such method
    await ours.PUT("/pets");
    // @ts-expect-error a path parameter is missing
    await ours.GET("/pets/{id}");
    // @ts-expect-error a path parameter is missing
    await ours.GET("/pets/{id}", { params: { path: {} } });
    // @ts-expect-error a body is missing
    await ours.POST("/pets");
    // @ts-expect-error the body has no name
    await ours.POST("/pets", { body: {} });
    // @ts-expect-error a number
    await ours.GET("/pets", { params: { query: { limit: "1" } } });
    // @ts-expect-error no such method of the path
    await byPath["/pets"].DELETE();
  },
  // Otherwise the options of all operations are as many as the pairs of them.
  keepsParamsAndBodyTogether() {
    type Read = { parameters: { path: { id: string } } };
    type Write = { requestBody: { content: { "application/json": { name: string } } } };
    const take = (_options: RequestOptions<Read | Write>): void => {};
    take({ params: { path: { id: "1" } } });
    take({ body: { name: "Rex" } });
    // @ts-expect-error one operation has no body, and the other one no parameters of a path
    take({ params: { path: { id: "1" } }, body: { name: "Rex" } });
  },
};

it("has the types of openapi-fetch, which the compiler checks", () => {
  expect(Object.keys(programs)).toHaveLength(5);
});
