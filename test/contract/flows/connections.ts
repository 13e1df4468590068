import type { Client } from "@genai-app/client";
import type { CreateConnectionResponse } from "@genai-app/contract";
import { equal, like, notThere, without } from "./expectations.ts";
import { nobody } from "./world.ts";
import type { Flows } from "./world.ts";

const secret = "a1b2c3-secret-of-the-provider";

const create = (client: Client, type: string): PromiseLike<CreateConnectionResponse> =>
  client.connections.createConnection({
    body: { type, name: `To ${type}`, credentials: { github: { auth_code: secret } } },
  });

/** What can be done with connections to providers. */
export const connectionFlows: Flows = {
  "a connection is listed by its type, without its secret": async ({ client, mock }) => {
    const made = await create(client, "forge");
    like(made, { type: "forge", name: "To forge" });
    const all = await client.connections.listConnections();
    without([made, all, mock.snapshot()], secret);
    const { connections } = await client.connections.listConnections({ query: { type: "forge" } });
    equal(
      connections.map(({ connection_id }) => connection_id),
      [made.connection_id],
    );
    const none = await client.connections.listConnections({ query: { type: "nothing" } });
    equal(none.connections, []);
  },

  "a connection has a token until it is deleted": async ({ client }) => {
    const path = await create(client, "forge");
    equal(typeof (await client.connections.getToken({ path })).access_token, "string");
    await client.connections.deleteConnection({ path });
    await notThere(client.connections.getToken({ path }));
    await notThere(client.connections.deleteConnection({ path }));
    await notThere(client.connections.getToken({ path: { connection_id: nobody } }));
  },
};
