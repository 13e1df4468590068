import { equal, hold, like, namesNothing, notThere, without } from "./expectations.ts";
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
    const { structure_id } = await client.structures.createStructure({ body: { name: "Planner" } });
    const path = { structure_id };
    const deployment = await client.deployments.createStructureDeployment({ path, body: {} });
    like(deployment, { status: "QUEUED", completed_at: null, structure_id });
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
    equal(await idsOf("SUCCEEDED"), [deployment.deployment_id]);
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
};
