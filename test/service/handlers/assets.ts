import type { Asset } from "@genai-app/contract";
import {
  type CreateAssetUrlHandler,
  type ListAssetsHandler,
  type CreateAssetHandler,
  type GetAssetHandler,
  type DeleteAssetHandler,
  type CreateAssetUrlAnswer,
  type ListAssetsAnswer,
  type CreateAssetAnswer,
  type GetAssetAnswer,
  type DeleteAssetAnswer,
} from "@genai-app/server";
import { pageOf } from "../pages.ts";
import { conflict, notFound } from "../error-responses.ts";
import type { Context } from "./context.ts";
import type { Store } from "./store.ts";

/**
 * Create a signed address for an asset
 *
 * `POST /buckets/{bucket_id}/asset-urls/{name}`
 */
export const createAssetUrl =
  ({ signedUrls, buckets, origin }: Store): CreateAssetUrlHandler<Context> =>
  async ({ path: { bucket_id: bucketId, name }, body }): Promise<CreateAssetUrlAnswer> => {
    const operation = body?.operation ?? "GET";
    const bucket = buckets.get(bucketId);
    if (bucket === undefined) return notFound("bucket", bucketId);
    if (!bucket.has(name)) return notFound("asset", name);
    const url = origin() + signedUrls.sign(operation, { bucketId, name });
    const headers = operation === "PUT" ? { "content-type": "application/octet-stream" } : {};
    return { status: 200, body: { url, headers } };
  };

/**
 * List the assets of a bucket
 *
 * `GET /buckets/{bucket_id}/assets`
 */
export const listAssets =
  ({ buckets }: Store): ListAssetsHandler<Context> =>
  async ({ path, query = {} }, _context, fail): Promise<ListAssetsAnswer> => {
    const bucket = buckets.get(path.bucket_id);
    if (bucket === undefined) return notFound("bucket", path.bucket_id);
    const { prefix, postfix } = query;
    const records = [...bucket.values()]
      .map(({ record }) => record)
      .filter(({ name }) => name.startsWith(prefix ?? "") && name.endsWith(postfix ?? ""));
    const { items, pagination } = pageOf(records, query, fail);
    const filter = {
      ...(prefix === undefined ? {} : { prefix }),
      ...(postfix === undefined ? {} : { postfix }),
    };
    return { status: 200, body: { assets: items, pagination, ...filter } };
  };

/**
 * Create an asset
 *
 * `PUT /buckets/{bucket_id}/assets`
 */
export const createAsset =
  ({ buckets, clock, organizationId }: Store): CreateAssetHandler<Context> =>
  async ({ path, body: { name } }, { principal }): Promise<CreateAssetAnswer> => {
    const bucket = buckets.get(path.bucket_id);
    if (bucket === undefined) return notFound("bucket", path.bucket_id);
    if (bucket.has(name)) return conflict(`there is an asset ${JSON.stringify(name)} already`);
    const now = clock.now().toISOString();
    const record: Asset = {
      name,
      organization_id: organizationId,
      bucket_id: path.bucket_id,
      size: 0,
      created_by: principal.userId,
      created_at: now,
      updated_at: now,
    };
    bucket.set(name, { record });
    return { status: 201, body: record };
  };

/**
 * Get an asset
 *
 * `GET /buckets/{bucket_id}/assets/{name}`
 */
export const getAsset =
  ({ buckets }: Store): GetAssetHandler<Context> =>
  async ({ path, query }): Promise<GetAssetAnswer> => {
    const asset = buckets.get(path.bucket_id)?.get(path.name);
    if (asset === undefined) return notFound("asset", path.name);
    const { record, bytes } = asset;
    if (query?.include_contents !== true || bytes === undefined)
      return { status: 200, body: record };
    return { status: 200, body: { ...record, contents: new TextDecoder().decode(bytes) } };
  };

/**
 * Delete an asset
 *
 * `DELETE /buckets/{bucket_id}/assets/{name}`
 */
export const deleteAsset =
  ({ buckets }: Store): DeleteAssetHandler<Context> =>
  async ({ path }): Promise<DeleteAssetAnswer> => {
    if (buckets.get(path.bucket_id)?.delete(path.name) !== true)
      return notFound("asset", path.name);
    return { status: 204 };
  };
