import { describe, expect, test } from "vitest";
import { conflict, nobody, notFound, refusalOf, useService } from "./service-calls.ts";
import { bucketId, serviceInMemory, serviceOverHttp, userId } from "./subjects/service.ts";
import { token } from "./subjects/subject.ts";

describe.each([serviceInMemory, serviceOverHttp])("$name", (subject) => {
  const service = useService(subject);

  describe("an asset", () => {
    const bucket = { bucket_id: bucketId };
    const names = [
      "lisbon.md",
      "../%2F a/ü?#.md",
      "__proto__",
      "guides/lisbon/day 1.md",
      "guides//lisbon/../",
      "/urls",
    ];

    test.each(names)("called %s takes its contents, gives them back and goes", async (name) => {
      const { client, fetch } = service();
      const path = { ...bucket, name };
      const created = await client.assets.createAsset({ path: bucket, body: { name } });
      expect(created).toMatchObject({ name, size: 0, bucket_id: bucketId, created_by: userId });
      const put = await client.assets.createAssetUrl({ path, body: { operation: "PUT" } });
      const bytes = new TextEncoder().encode("# Lisbon\n\nStart in Alfama — früh.");
      const headers = put.headers as Record<string, string>;
      const stored = await fetch(put.url, { method: "PUT", headers, body: bytes });
      expect(stored.status).toBe(204);
      const get = await client.assets.createAssetUrl({ path });
      const read = await fetch(get.url);
      expect(read.status).toBe(200);
      expect(new Uint8Array(await read.arrayBuffer())).toStrictEqual(bytes);
      const query = { include_contents: true };
      const whole = await client.assets.getAsset({ path, query });
      expect(whole).toMatchObject({ size: bytes.length, contents: expect.stringMatching(/früh/) });
      expect(await client.assets.getAsset({ path })).not.toHaveProperty("contents");
      await client.assets.deleteAsset({ path });
      expect(await refusalOf(client.assets.getAsset({ path }))).toEqual(notFound);
      expect((await fetch(get.url)).status).toBe(404);
    });

    test("with slashes is found by other clients too, raw and encoded", async () => {
      const { client, origin, fetch } = service();
      const nested = "guides/lisbon/day 1.md";
      await client.assets.createAsset({ path: bucket, body: { name: nested } });
      const headers = { authorization: `Bearer ${token}` };
      for (const path of ["guides/lisbon/day%201.md", "guides%2Flisbon%2fday 1.md"]) {
        const response = await fetch(`${origin}/buckets/${bucketId}/assets/${path}`, { headers });
        expect(await response.json()).toMatchObject({ name: nested });
      }
    });

    test("is listed by the two ends of its name", async () => {
      const { assets } = service().client;
      for (const name of ["lisbon.md", "lisbon.txt", "porto.md"])
        await assets.createAsset({ path: bucket, body: { name } });
      const query = { prefix: "lis", postfix: ".md" };
      const page = await assets.listAssets({ path: bucket, query });
      expect(page).toMatchObject({ assets: [{ name: "lisbon.md" }], ...query });
      const all = await assets.listAssets({ path: bucket });
      expect(all.assets).toHaveLength(3);
    });

    test("is there once, in a bucket that is there", async () => {
      const { assets } = service().client;
      const body = { name: "lisbon.md" };
      await assets.createAsset({ path: bucket, body });
      expect(await refusalOf(assets.createAsset({ path: bucket, body }))).toEqual(conflict);
      const elsewhere = assets.createAsset({ path: { bucket_id: nobody }, body });
      expect(await refusalOf(elsewhere)).toEqual(notFound);
      const unknown = assets.createAssetUrl({ path: { ...bucket, name: "porto.md" } });
      expect(await refusalOf(unknown)).toEqual(notFound);
    });

    test("has addresses for one method, one name and a while", async () => {
      const { client, clock, fetch } = service();
      const name = "lisbon.md";
      await client.assets.createAsset({ path: bucket, body: { name } });
      const { url } = await client.assets.createAssetUrl({ path: { ...bucket, name } });
      const status = async (address: string, method = "GET") =>
        (await fetch(address, { method })).status;
      expect(await status(url)).toBe(404);
      expect(await status(url, "PUT")).toBe(403);
      expect(await status(url, "DELETE")).toBe(403);
      expect(await status(url.replace(name, "porto.md"))).toBe(403);
      expect(await status(url.replace(/expires=\d+/, "expires=9999999999999"))).toBe(403);
      expect(await status(`${service().origin}/contents/%zz`)).toBe(403);
      clock.pass(15 * 60_000);
      expect(await status(url)).toBe(404);
      clock.pass(1);
      expect(await status(url)).toBe(403);
    });

    test("takes no more than a mebibyte", async () => {
      const { client, fetch } = service();
      const name = "large";
      const path = { ...bucket, name };
      await client.assets.createAsset({ path: bucket, body: { name } });
      const { url } = await client.assets.createAssetUrl({ path, body: { operation: "PUT" } });
      const put = (size: number) => fetch(url, { method: "PUT", body: new Uint8Array(size) });
      expect((await put(2 ** 20)).status).toBe(204);
      expect((await put(2 ** 20 + 1)).status).toBe(413);
      expect(await client.assets.getAsset({ path })).toMatchObject({ size: 2 ** 20 });
    });
  });
});
