import { RequestFailure } from "../server/failure.ts";

const messages = {
  400: "must not be empty",
  409: "is that of a request that is being answered",
  422: "must not be that of a request with another payload",
};

/**
 * Refuses a key (draft-ietf-httpapi-idempotency-key-header, section 2.7): an empty one by 400, one that was
 * sent with another payload by 422, and by 409 while the first request is in progress.
 */
export const keyRefusal = (header: string, status: keyof typeof messages): RequestFailure =>
  new RequestFailure(status, [
    {
      in: "header",
      pointer: `/${header.toLowerCase()}`,
      keyword: "idempotency",
      message: messages[status],
    },
  ]);
