import type { Client } from "@genai-app/client";
import type { CreateDataConnectorResponse } from "@genai-app/contract";
import { equal, like, namesNothing, notThere, refused, without } from "./expectations.ts";
import { nobody } from "./world.ts";
import type { Flows } from "./world.ts";

const secret = "a1b2c3-secret-of-the-source";

const create = (client: Client): PromiseLike<CreateDataConnectorResponse> =>
  client.dataConnectors.createDataConnector({
    body: {
      name: "Team notes",
      type: "confluence",
      config: {
        confluence: {
          atlassian_api_token: secret,
          atlassian_email: "ana@example.com",
          domain: "notes.example.com",
        },
      },
    },
  });

/** What can be done with data connectors, and their jobs. */
export const dataConnectorFlows: Flows = {
  "the secret of a connector is never answered": async ({ client, mock }) => {
    const made = await create(client);
    const path = { data_connector_id: made.data_connector_id };
    const config = {
      confluence: { atlassian_email: "ana@example.com", domain: "notes.example.com" },
    };
    like(made, { name: "Team notes", config });
    const read = await client.dataConnectors.getDataConnector({ path });
    like(read, { name: "Team notes", config });
    const listed = await Array.fromAsync(client.dataConnectors.listDataConnectors());
    equal(listed.at(-1), read);
    const changed = await client.dataConnectors.updateDataConnector({
      path,
      body: {
        config: { s3: { aws_access_key_id: "id", aws_secret_access_key: secret, uris: [] } },
      },
    });
    like(changed, { config: { s3: { aws_access_key_id: "id", uris: [] } } });
    without([made, read, listed, changed, mock.snapshot()], secret);
  },

  "a connector of what is not there is refused": async ({ client }) => {
    const body = { name: "Lost", type: "data_lake", config: { data_lake: { bucket_id: nobody } } };
    const pointer = "/config/data_lake/bucket_id";
    await namesNothing(client.dataConnectors.createDataConnector({ body }), pointer);
  },

  "a job goes from the queue to its success": async ({ client, mock }) => {
    const { data_connector_id } = await create(client);
    const path = { data_connector_id };
    const job = await client.dataJobs.createDataJob({ path });
    like(job, { status: "QUEUED", completed_at: null, data_connector_id });
    const now = () => client.dataJobs.getDataJob({ path: job });
    mock.advance(500);
    like(await now(), { status: "RUNNING", completed_at: null });
    mock.advance(1500);
    const ended = await now();
    like(ended, { status: "SUCCEEDED" });
    equal(Date.parse(ended.completed_at ?? "") - Date.parse(job.created_at), 2000);
    const query = { status: ["SUCCEEDED" as const] };
    equal(await Array.fromAsync(client.dataJobs.listDataJobs({ path, query })), [ended]);
    like(await refused(client.dataJobs.cancelDataJob({ path: job }), 409), { type: "Conflict" });
  },

  "a job is cancelled, and goes with its connector": async ({ client, mock }) => {
    const { data_connector_id } = await create(client);
    const path = { data_connector_id };
    const job = await client.dataJobs.createDataJob({ path });
    like(await client.dataJobs.cancelDataJob({ path: job }), { status: "CANCELLED" });
    mock.advance(60_000);
    like(await client.dataJobs.getDataJob({ path: job }), { status: "CANCELLED" });
    await client.dataConnectors.deleteDataConnector({ path });
    await notThere(client.dataConnectors.getDataConnector({ path }));
    await notThere(client.dataJobs.getDataJob({ path: job }));
    await notThere(client.dataJobs.createDataJob({ path }));
  },
};
