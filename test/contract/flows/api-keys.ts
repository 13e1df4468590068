import { equal, hold, like, notThere, without } from "./expectations.ts";
import { known, nobody } from "./world.ts";
import type { Flows } from "./world.ts";

/** What can be done with API keys. */
export const apiKeyFlows: Flows = {
  "the value of a key is shown once": async ({ client, mock }) => {
    const create = () =>
      client.apiKeys.createOrganizationApiKey({
        path: { organization_id: known.organization },
        body: { name: "Travel backend" },
      });
    const { value, ...key } = await create();
    hold(value !== "", "the new key has a value");
    like(key, { name: "Travel backend", organization_id: known.organization });
    equal(await client.apiKeys.getApiKey({ path: key }), key);
    const path = { organization_id: known.organization };
    const listed = await Array.fromAsync(client.apiKeys.listOrganizationApiKeys({ path }));
    equal(listed.at(-1), key);
    without(mock.snapshot(), value);
    const second = await create();
    hold(second.value !== value, "each key has a value of its own");
    hold(second.api_key_id !== key.api_key_id, "each key has an identifier of its own");
  },

  "a user's keys are listed below the user": async ({ client }) => {
    const path = { user_id: known.user };
    const { value: _, ...key } = await client.apiKeys.createApiKey({
      path,
      body: { name: "Mine" },
    });
    const idsOf = async (user_id: string): Promise<readonly string[]> => {
      const keys = await Array.fromAsync(client.apiKeys.listApiKeys({ path: { user_id } }));
      return keys.map(({ api_key_id }) => api_key_id);
    };
    hold((await idsOf(known.user)).includes(key.api_key_id), "the user's list has the key");
    equal(await idsOf(nobody), []);
    equal(await client.apiKeys.getApiKey({ path: key }), key);
  },

  "an organization's list has no keys of another": async ({ client }) => {
    const path = { organization_id: nobody };
    const { value: _, ...key } = await client.apiKeys.createOrganizationApiKey({
      path,
      body: { name: "Elsewhere" },
    });
    like(key, { organization_id: nobody });
    equal(await Array.fromAsync(client.apiKeys.listOrganizationApiKeys({ path })), [key]);
    const others = await Array.fromAsync(
      client.apiKeys.listOrganizationApiKeys({ path: { organization_id: known.organization } }),
    );
    hold(!others.some(({ name }) => name === "Elsewhere"), "the other list is as it was");
  },

  "a key is renamed, and deleted": async ({ client, mock }) => {
    const { value: _, ...key } = await client.apiKeys.createOrganizationApiKey({
      path: { organization_id: known.organization },
      body: { name: "Before" },
    });
    mock.advance(60_000);
    const renamed = await client.apiKeys.updateApiKey({ path: key, body: { name: "After" } });
    equal(renamed, { ...key, name: "After", updated_at: renamed.updated_at });
    hold(renamed.updated_at > key.updated_at, "the time of the change has moved");
    equal(await client.apiKeys.getApiKey({ path: key }), renamed);
    equal(await client.apiKeys.deleteApiKey({ path: key }), undefined);
    await notThere(client.apiKeys.getApiKey({ path: key }));
    await notThere(client.apiKeys.updateApiKey({ path: key, body: { name: "Again" } }));
    await notThere(client.apiKeys.deleteApiKey({ path: key }));
  },
};
