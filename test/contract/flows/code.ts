import type { Client } from "@genai-app/client";
import { equal, hold, like, namesNothing, notThere, refused, without } from "./expectations.ts";
import { known, nobody } from "./world.ts";
import type { Flows } from "./world.ts";

const inLake = (bucket_id: string) => ({ data_lake: { asset_path: "trip.zip", bucket_id } });

/** What can be done with structures, functions, and the deployments of both and of tools. */
export const codeFlows: Flows = {
  "a structure is created, changed and deleted": async ({ client }) => {
    const body = { name: "Planner", code: { default: {} }, webhook_enabled: true };
    const structure = await client.structures.createStructure({ body });
    like(structure, body);
    equal(structure.env_vars, []);
    const env_vars = [{ name: "CITY", value: "Porto" }];
    const changed = await client.structures.updateStructure({
      path: structure,
      body: { env_vars },
    });
    equal(changed, { ...structure, env_vars, updated_at: changed.updated_at });
    equal(await client.structures.getStructure({ path: structure }), changed);
    equal((await Array.fromAsync(client.structures.listStructures())).at(-1), changed);
    await client.structures.deleteStructure({ path: structure });
    await notThere(client.structures.getStructure({ path: structure }));
  },

  "a function is created, changed and deleted": async ({ client }) => {
    const body = { name: "Weather", code: inLake(known.bucket) };
    const created = await client.functions.createFunction({ body });
    like(created, body);
    const change = { description: "Asks for the weather." };
    const changed = await client.functions.updateFunction({ path: created, body: change });
    equal(changed, { ...created, ...change, updated_at: changed.updated_at });
    equal((await Array.fromAsync(client.functions.listFunctions())).at(-1), changed);
    const { function_id } = created;
    const path = { function_id };
    await client.functions.deleteFunction({ path });
    await notThere(client.functions.getFunction({ path }));
    await notThere(client.functions.createFunctionExecutionGet({ path }));
  },

  "code in a bucket that is not there is refused": async ({ client }) => {
    const pointer = "/code/data_lake/bucket_id";
    const body = { name: "Lost", code: inLake(nobody) };
    await namesNothing(client.structures.createStructure({ body }), pointer);
    await namesNothing(client.functions.createFunction({ body }), pointer);
    const path = { function_id: known.function };
    await namesNothing(client.functions.updateFunction({ path, body }), pointer);
  },

  "a deployment goes from the queue to its success": async ({ client, mock }) => {
    const structure = await client.structures.createStructure({ body: { name: "Planner" } });
    const path = { structure_id: structure.structure_id };
    const first = structure.latest_deployment_id;
    const deployment = await client.deployments.createStructureDeployment({ path, body: {} });
    like(deployment, { status: "QUEUED", completed_at: null, ...path });
    const statusOf = async () =>
      (await client.deployments.getDeployment({ path: deployment })).status;
    mock.advance(500);
    equal(await statusOf(), "DEPLOYING");
    mock.advance(1500);
    equal(await statusOf(), "SUCCEEDED");
    const idsOf = async (status: "QUEUED" | "SUCCEEDED"): Promise<readonly string[]> => {
      const input = { path, query: { status: [status] } };
      const list = await Array.fromAsync(client.deployments.listStructureDeployments(input));
      return list.map(({ deployment_id }) => deployment_id);
    };
    equal(await idsOf("SUCCEEDED"), [first, deployment.deployment_id]);
    equal(await idsOf("QUEUED"), []);
    await client.structures.deleteStructure({ path });
    await notThere(client.deployments.getDeployment({ path: deployment }));
  },

  "the secret of a deployment is never answered": async ({ client }) => {
    const secret = "a1b2c3-secret-of-the-source";
    const path = { function_id: known.function };
    const code_source = { github: { access_token: secret, commit_sha: "0f1e2d3c" } };
    const made = await client.deployments.createFunctionDeployment({ path, body: { code_source } });
    like(made, { code_source: { github: { commit_sha: "0f1e2d3c" } } });
    const read = await client.deployments.getDeployment({ path: made });
    equal(read, made);
    without([made, read, await client.deployments.listFunctionDeployments({ path })], secret);
  },

  "deployments are listed below what is deployed": async ({ client }) => {
    const { deployments } = client;
    const ofFunction = { function_id: known.function };
    const ofTool = { tool_id: known.tool };
    const one = await deployments.createFunctionDeployment({ path: ofFunction, body: {} });
    const other = await deployments.createToolDeployment({ path: ofTool, body: {} });
    like(one, ofFunction);
    like(other, ofTool);
    const functions = await Array.fromAsync(
      deployments.listFunctionDeployments({ path: ofFunction }),
    );
    const tools = await Array.fromAsync(deployments.listToolDeployments({ path: ofTool }));
    equal(functions.at(-1), one);
    equal(tools.at(-1), other);
    const has = (list: readonly { deployment_id: string }[], id: string): boolean =>
      list.some(({ deployment_id }) => deployment_id === id);
    hold(!has(functions, other.deployment_id), "a function has no deployment of a tool");
    hold(!has(tools, one.deployment_id), "a tool has no deployment of a function");
    await notThere(
      deployments.createFunctionDeployment({ path: { function_id: nobody }, body: {} }),
    );
  },

  "the newest deployment is the one that came last": async ({ client }) => {
    const body = { name: "Planner", code: inLake(known.bucket) };
    const { structure_id, latest_deployment_id: first } = await client.structures.createStructure({
      body,
    });
    const path = { structure_id };
    const list = () => Array.fromAsync(client.deployments.listStructureDeployments({ path }));
    const [only] = await list();
    like(only, { deployment_id: first, status: "QUEUED", code_source: body.code, ...path });
    const second = await client.deployments.createStructureDeployment({ path });
    like(await client.structures.getStructure({ path }), {
      latest_deployment_id: second.deployment_id,
    });
    equal(
      (await list()).map(({ deployment_id }) => deployment_id),
      [first, second.deployment_id],
    );
    const { functions, deployments } = client;
    const made = await functions.createFunction({ body });
    const other = await deployments.createFunctionDeployment({ path: made, body: { force: true } });
    like(await functions.getFunction({ path: made }), {
      latest_deployment_id: other.deployment_id,
    });
    like(await client.structures.getStructure({ path }), {
      latest_deployment_id: second.deployment_id,
    });
  },

  "a structure deploys what its own code says": async ({ client }) => {
    const deployed = async (code: Code, code_source?: { github: { commit_sha: string } }) => {
      const path = await client.structures.createStructure({ body: { name: "Planner", code } });
      const body = code_source === undefined ? {} : { code_source };
      return (await client.deployments.createStructureDeployment({ path, body })).code_source;
    };
    const lake = inLake(known.bucket);
    const github = { github: { name: "planner", owner: "ana", push: { branch: "main" } } };
    equal(await deployed(lake), lake);
    equal(await deployed(github), { github: {} });
    equal(await deployed({ default: {} }), { github: {} });
    const given = { github: { commit_sha: "0f1e2d3c" } };
    equal(await deployed(lake, given), given);
    const bare = await client.structures.createStructure({ body: { name: "Bare" } });
    equal(bare.code, { default: {} });
  },

  "a webhook that is not enabled is closed": async ({ client }) => {
    const { structures } = client;
    const path = await structures.createStructure({ body: { name: "W", webhook_enabled: false } });
    const closed = async (): Promise<void> => {
      like(await refused(structures.invokeStructureWebhookGet({ path }), 403), {
        type: "Forbidden",
      });
      await refused(structures.invokeStructureWebhookPost({ path, body: { city: "Porto" } }), 403);
    };
    await closed();
    await structures.updateStructure({ path, body: { webhook_enabled: true } });
    like(await structures.invokeStructureWebhookGet({ path }), { webhook_enabled: true });
    const { structure_id } = path;
    like(await structures.invokeStructureWebhookPost({ path, body: {} }), { structure_id });
    await structures.updateStructure({ path, body: { webhook_enabled: false } });
    await closed();
    await closed();
    const bare = await structures.createStructure({ body: { name: "Bare" } });
    await refused(structures.invokeStructureWebhookGet({ path: bare }), 403);
    await notThere(structures.invokeStructureWebhookGet({ path: { structure_id: nobody } }));
  },

  "what is deleted is named nowhere": async ({ client }) => {
    const { buckets, functions, assistants, dataConnectors, structures, deployments } = client;
    const { bucket_id } = await buckets.createBucket({ body: { name: "Code" } });
    const { structure_id } = await structures.createStructure({ body: { name: "Step" } });
    const path = await functions.createFunction({ body: { name: "F", code: inLake(bucket_id) } });
    const deployment = await deployments.createFunctionDeployment({ path });
    const assistant = await assistants.createAssistant({
      body: { name: "A", structure_ids: [known.structure, structure_id] },
    });
    const config = { webscraper: { urls: [] } };
    const transforms = [{ structure: { structure_id } }];
    const connector = await dataConnectors.createDataConnector({
      body: { name: "C", type: "webscraper", config, transforms },
    });
    const reads = await dataConnectors.createDataConnector({
      body: { name: "L", type: "data_lake", config: { data_lake: { bucket_id } } },
    });
    await buckets.deleteBucket({ path: { bucket_id } });
    like(await functions.getFunction({ path }), { code: { default: {} } });
    like(await deployments.getDeployment({ path: deployment }), { code_source: { github: {} } });
    await notThere(dataConnectors.getDataConnector({ path: reads }));
    await structures.deleteStructure({ path: { structure_id } });
    like(await assistants.getAssistant({ path: assistant }), { structure_ids: [known.structure] });
    like(await dataConnectors.getDataConnector({ path: connector }), { transforms: [] });
  },
};

type Code = NonNullable<Parameters<Client["structures"]["createStructure"]>[0]["body"]["code"]>;
