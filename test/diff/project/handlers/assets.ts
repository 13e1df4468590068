import {
  NotImplementedError,
  type CreateAssetUrlAnswer,
  type CreateAssetUrlHandler,
  type ListAssetsAnswer,
  type ListAssetsHandler,
  type CreateAssetAnswer,
  type CreateAssetHandler,
  type GetAssetAnswer,
  type GetAssetHandler,
  type DeleteAssetAnswer,
  type DeleteAssetHandler,
} from "@genai-app/server";

/**
 * Create a signed address for an asset
 *
 * `POST /buckets/{bucket_id}/asset-urls/{name}`
 */
export const createAssetUrl: CreateAssetUrlHandler = async ({
  path,
  body,
}): Promise<CreateAssetUrlAnswer> => ({
  status: 200,
  body: { url: `https://data.example/${body?.operation ?? "GET"}/${path.name}`, headers: {} },
});

/**
 * List the assets of a bucket
 *
 * `GET /buckets/{bucket_id}/assets`
 */
export const listAssets: ListAssetsHandler = async (
  _input,
  { operation },
): Promise<ListAssetsAnswer> => {
  throw new NotImplementedError(operation.operationId);
};

/**
 * Create an asset
 *
 * `PUT /buckets/{bucket_id}/assets`
 */
export const createAsset: CreateAssetHandler = async (
  _input,
  { operation },
): Promise<CreateAssetAnswer> => {
  throw new NotImplementedError(operation.operationId);
};

/**
 * Get an asset
 *
 * `GET /buckets/{bucket_id}/assets/{name}`
 */
export const getAsset: GetAssetHandler = async (_input, { operation }): Promise<GetAssetAnswer> => {
  throw new NotImplementedError(operation.operationId);
};

/**
 * Delete an asset
 *
 * `DELETE /buckets/{bucket_id}/assets/{name}`
 */
export const deleteAsset: DeleteAssetHandler = async (
  _input,
  { operation },
): Promise<DeleteAssetAnswer> => {
  throw new NotImplementedError(operation.operationId);
};
