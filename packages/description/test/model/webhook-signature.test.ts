import { standardWebhooks as ofRuntime } from "@openapi-packages/runtime/webhooks";
import { expect, it } from "vitest";
import { standardWebhooks } from "../../src/model/webhook-signature.ts";

it("standard-webhooks means to the generator what it means to the runtime", () => {
  expect(standardWebhooks).toEqual(ofRuntime);
});
