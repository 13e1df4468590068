import type { Client } from "@genai-app/client";
import type { Bucket } from "@genai-app/contract";
import { equal, hold, like, notThere, refused } from "./expectations.ts";
import { nobody } from "./world.ts";
import type { Flows, World } from "./world.ts";

const createBucket = (client: Client, name = "Guides"): PromiseLike<Bucket> =>
  client.buckets.createBucket({ body: { name } });

/** A new asset in a new bucket, as paths name it. */
async function createAsset(client: Client, name: string) {
  const { bucket_id } = await createBucket(client);
  await client.assets.createAsset({ path: { bucket_id }, body: { name } });
  return { bucket_id, name };
}

type AssetPath = Awaited<ReturnType<typeof createAsset>>;

/** Sends a request to an address that was signed for it. */
async function atSigned(
  { client, fetch }: World,
  path: AssetPath,
  operation: "GET" | "PUT",
  init: RequestInit = {},
): Promise<Response> {
  const { url } = await client.assets.createAssetUrl({ path, body: { operation } });
  return fetch(url, { method: operation, ...init });
}

/** What can be done with buckets, the assets in them, and the bytes of those. */
export const bucketFlows: Flows = {
  "a bucket is created, renamed and deleted": async ({ client, mock }) => {
    const bucket = await createBucket(client, "Before");
    equal(await client.buckets.getBucket({ path: bucket }), bucket);
    mock.advance(1000);
    const renamed = await client.buckets.updateBucket({ path: bucket, body: { name: "After" } });
    equal(renamed, { ...bucket, name: "After", updated_at: renamed.updated_at });
    equal((await Array.fromAsync(client.buckets.listBuckets())).at(-1), renamed);
    await client.buckets.deleteBucket({ path: bucket });
    await notThere(client.buckets.getBucket({ path: bucket }));
  },

  "with a bucket go its assets": async ({ client }) => {
    const path = await createAsset(client, "porto.md");
    await client.buckets.deleteBucket({ path });
    await notThere(client.assets.getAsset({ path }));
    await notThere(client.assets.listAssets({ path }));
    await notThere(client.assets.createAsset({ path, body: { name: "porto.md" } }));
  },

  "an asset that no path could name is refused": async ({ client }) => {
    const path = await createBucket(client);
    for (const name of [".", "..", "guides/..", "./porto.md"]) {
      await refused(client.assets.createAsset({ path, body: { name } }), 400);
    }
    for (const name of ["...", ".md", "a..b", "guides/.hidden"]) {
      await client.assets.createAsset({ path, body: { name } });
      like(await client.assets.getAsset({ path: { ...path, name } }), { name });
    }
  },

  "an asset is there once, however often it is created": async ({ client }) => {
    const path = await createAsset(client, "porto.md");
    await client.assets.createAsset({ path, body: { name: "porto.md" } });
    const assets = await Array.fromAsync(client.assets.listAssets({ path }));
    equal(
      assets.map(({ name }) => name),
      ["porto.md"],
    );
    const other = await createBucket(client, "Other");
    await notThere(client.assets.getAsset({ path: { ...other, name: "porto.md" } }));
  },

  "assets are listed by how their names begin and end": async ({ client }) => {
    const path = await createAsset(client, "porto.md");
    for (const name of ["porto.txt", "faro.md"])
      await client.assets.createAsset({ path, body: { name } });
    const namesOf = async (query: { prefix?: string; postfix?: string }): Promise<string> => {
      const { assets, prefix, postfix } = await client.assets.listAssets({ path, query });
      equal(prefix, query.prefix);
      equal(postfix, query.postfix);
      return assets.map(({ name }) => name).join(" ");
    };
    equal(await namesOf({}), "porto.md porto.txt faro.md");
    equal(await namesOf({ prefix: "porto" }), "porto.md porto.txt");
    equal(await namesOf({ postfix: ".md" }), "porto.md faro.md");
    equal(await namesOf({ prefix: "porto", postfix: ".md" }), "porto.md");
  },

  "bytes that are put to a signed address are got from one": async (world) => {
    const { client } = world;
    const path = await createAsset(client, "a b/ü?.bin");
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const headers = { "content-type": "application/octet-stream" };
    const put = await atSigned(world, path, "PUT", { body: bytes, headers });
    equal(put.ok, true);
    like(await client.assets.getAsset({ path }), { size: 256 });
    const got = await atSigned(world, path, "GET");
    equal(got.headers.get("content-type"), "application/octet-stream");
    equal([...new Uint8Array(await got.arrayBuffer())], [...bytes]);
  },

  "an asset shows its contents when it is asked to": async (world) => {
    const { client } = world;
    const path = await createAsset(client, "porto.md");
    const body = "São Bento, then the river.";
    await atSigned(world, path, "PUT", { body, headers: { "content-type": "text/markdown" } });
    hold(!("contents" in (await client.assets.getAsset({ path }))), "they are not shown unasked");
    const whole = await client.assets.getAsset({ path, query: { include_contents: true } });
    equal(whole.contents, body);
    equal(whole.size, new TextEncoder().encode(body).length);
  },

  "a signed address is for one method, and one asset": async (world) => {
    const { client, fetch } = world;
    const path = await createAsset(client, "porto.md");
    const { url } = await client.assets.createAssetUrl({ path, body: { operation: "GET" } });
    equal((await fetch(url)).status, 404);
    await atSigned(world, path, "PUT", { body: "text" });
    equal((await fetch(url)).status, 200);
    equal((await fetch(url, { method: "PUT", body: "other" })).status, 405);
    equal((await fetch(`${url}0`)).status, 404);
    await client.assets.deleteAsset({ path });
    await notThere(client.assets.getAsset({ path }));
    equal((await fetch(url)).status, 404);
    await notThere(client.assets.createAssetUrl({ path, body: { operation: "GET" } }));
  },

  "a bucket that is not there has no assets": async ({ client }) => {
    const path = { bucket_id: nobody };
    await notThere(client.assets.listAssets({ path }));
    await notThere(client.assets.createAsset({ path, body: { name: "porto.md" } }));
  },
};
