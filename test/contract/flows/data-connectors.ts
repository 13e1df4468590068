import type { Client } from "@genai-app/client";
import type { CreateDataConnectorResponse } from "@genai-app/contract";
import { equal, hold, like, namesNothing, notThere, refused, without } from "./expectations.ts";
import { known, nobody } from "./world.ts";
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

  "the type of a connector is that of its configuration": async ({ client }) => {
    const body = { name: "Odd", type: "s3", config: { webscraper: { urls: [] } } };
    const refusal = await refused(client.dataConnectors.createDataConnector({ body }), 400);
    hold(JSON.stringify(refusal).includes("/config"), "the place of the configuration is told");
    const own = { ...body, type: "of our own" };
    like(await client.dataConnectors.createDataConnector({ body: own }), { type: "of our own" });
    const made = await create(client);
    like(made, { type: "confluence" });
    const config = { webscraper: { urls: ["https://guides.example.com/lisbon"] } };
    const path = { data_connector_id: made.data_connector_id };
    const changed = await client.dataConnectors.updateDataConnector({ path, body: { config } });
    like(changed, { type: "webscraper", config });
    like(await client.dataConnectors.getDataConnector({ path }), { type: "webscraper", config });
  },

  "a connector of what is not there is refused": async ({ client }) => {
    const body = { name: "Lost", type: "data_lake", config: { data_lake: { bucket_id: nobody } } };
    const pointer = "/config/data_lake/bucket_id";
    await namesNothing(client.dataConnectors.createDataConnector({ body }), pointer);
  },

  "a job goes from the queue to its success": async ({ client, mock }) => {
    const { data_connector_id, data_job_id } = await create(client);
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
    const listed = await Array.fromAsync(client.dataJobs.listDataJobs({ path, query }));
    equal(
      listed.map((one) => one.data_job_id),
      [data_job_id, job.data_job_id],
    );
    equal(listed.at(-1), ended);
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

  "a connector keeps the configuration of its own type": async ({ client }) => {
    const { dataConnectors } = client;
    const configs: readonly (readonly [Config, object])[] = [
      [
        {
          confluence: { atlassian_api_token: secret, atlassian_email: "a@b.example", domain: "d" },
        },
        { confluence: { atlassian_email: "a@b.example", domain: "d" } },
      ],
      [
        { webscraper: { urls: ["https://a.example"] } },
        { webscraper: { urls: ["https://a.example"] } },
      ],
      [
        { structure: { structure_id: known.structure } },
        { structure: { structure_id: known.structure } },
      ],
      [
        { s3: { aws_access_key_id: "id", aws_secret_access_key: secret, uris: ["s3://a"] } },
        { s3: { aws_access_key_id: "id", uris: ["s3://a"] } },
      ],
      [
        { data_lake: { bucket_id: known.bucket } },
        { data_lake: { bucket_id: known.bucket, asset_paths: [] } },
      ],
      [
        { data_lake: { bucket_id: known.bucket, asset_paths: ["a.md"] } },
        { data_lake: { bucket_id: known.bucket, asset_paths: ["a.md"] } },
      ],
    ];
    for (const [config, shown] of configs) {
      const [type = ""] = Object.keys(config);
      const path = await dataConnectors.createDataConnector({ body: { name: type, type, config } });
      equal(path.config, shown);
      equal((await dataConnectors.getDataConnector({ path })).config, shown);
      const changed = await dataConnectors.updateDataConnector({ path, body: { config } });
      equal(changed.config, shown);
    }
  },

  "a connector of another service has a token, and no code": async ({ client, mock }) => {
    const { dataConnectors } = client;
    const config = { google_drive: { auth_code: secret, file_ids: ["one"] } };
    const body = { name: "Drive", type: "google_drive", config };
    const path = await dataConnectors.createDataConnector({ body });
    const read = await dataConnectors.getDataConnector({ path });
    equal(read.config, path.config);
    const shown = path.config as { google_drive: { access_token: string; file_ids: string[] } };
    equal(shown.google_drive.file_ids, ["one"]);
    hold(shown.google_drive.access_token !== "", "there is a token");
    without([path, read, mock.snapshot()], secret);
    const other = { google_drive: { auth_code: secret, file_ids: ["two"] } };
    const changed = await dataConnectors.updateDataConnector({ path, body: { config: other } });
    const { access_token } = shown.google_drive;
    equal(changed.config, { google_drive: { access_token, file_ids: ["two"] } });
  },

  "a connector names its newest job": async ({ client }) => {
    const made = await create(client);
    const path = { data_connector_id: made.data_connector_id };
    const job = await client.dataJobs.getDataJob({ path: { data_job_id: made.data_job_id ?? "" } });
    like(job, path);
    const { data_job_id } = await client.dataJobs.createDataJob({ path });
    const changed = await client.dataConnectors.updateDataConnector({ path, body: { name: "N" } });
    like(changed, { data_job_id });
  },
};

type Config = Parameters<Client["dataConnectors"]["createDataConnector"]>[0]["body"]["config"];
