import { join } from "node:path";
import { expect, it } from "vitest";
import { ExampleInputs } from "../../../src/mock/answers/example-input.ts";
import { isObject, member, valueAt, type Json } from "../../../../description/src/json/json.ts";
import { loadDocument } from "../../../../description/src/load/load-document.ts";
import type { ApiModel } from "../../../../description/src/model/api-model.ts";
import { buildApiModel } from "../../../../description/src/model/build-api-model.ts";
import { repository } from "../../../../../generator/test/support.ts";
import { kindsOf, planOf } from "./described.ts";

async function ownModel(): Promise<ApiModel> {
  return buildApiModel(await loadDocument(join(repository, "spec", "openapi.yaml"))).model;
}

it("says of each of our operations what it does; one that is not here answers its example", async () => {
  expect(kindsOf(planOf(await ownModel()).state)).toEqual(kinds);
});

it("moves runs, jobs and deployments, and nothing else", async () => {
  const { resources } = planOf(await ownModel()).state;
  const moving = Object.entries(resources).flatMap(([name, { lifecycle }]) =>
    lifecycle === undefined ? [] : [[name, lifecycle.steps.map(({ value }) => value).join(" ")]],
  );
  expect(Object.fromEntries(moving)).toEqual({
    AssistantRun: "QUEUED RUNNING SUCCEEDED",
    DataJob: "QUEUED RUNNING SUCCEEDED",
    Deployment: "QUEUED DEPLOYING SUCCEEDED",
  });
  expect(resources["AssistantRun"]?.lifecycle?.events).toEqual({
    operationId: "GetAssistantRunEventsSSE",
    resource: "AssistantRunEvent",
  });
});

it("has records for whatever examples of requests refer to", async () => {
  const model = await ownModel();
  const { resources, operations } = planOf(model).state;
  const inputs = new ExampleInputs(model);
  const keysOf = (resource: string): unknown[] => {
    const { key = "", seeds = [] } = resources[resource] ?? {};
    return seeds.map(({ value }) => value[key]);
  };
  const missing = model.groups
    .flatMap((group) => group.operations)
    .flatMap((operation) => {
      const { input } = inputs.of(operation) ?? {};
      const known = operations[operation.id];
      const inBody = (known?.references ?? []).flatMap(({ pointer, resource }) =>
        valuesAt(member(input, "body"), pointer).map((value) => ({ value, resource })),
      );
      const inPath = (known?.path ?? []).flatMap(({ parameter, resource }) =>
        resource === undefined
          ? []
          : [{ value: member(member(input, "path"), parameter), resource }],
      );
      return [...inBody, ...inPath].filter(
        ({ value, resource }) => !keysOf(resource).includes(value),
      );
    });
  expect(missing).toEqual([]);
});

it("has records from the start that the answers show to which they point", async () => {
  const { answers, state } = planOf(await ownModel());
  const seeds = Object.values(state.resources).flatMap((resource) => resource.seeds);
  expect(seeds.length).toBeGreaterThan(20);
  for (const { value, shown } of seeds) {
    const body = answers.get(shown.operation)?.[shown.answer]?.answer.body;
    expect(valueAt(body?.kind === "value" ? body.value : undefined, shown.at)).toEqual(value);
  }
});

function valuesAt(value: Json | undefined, [part, ...rest]: readonly string[]): Json[] {
  if (value === undefined) return [];
  if (part === undefined) return [value];
  if (part === "*")
    return Array.isArray(value)
      ? (value as readonly Json[]).flatMap((item) => valuesAt(item, rest))
      : [];
  return isObject(value) ? valuesAt(member(value, part), rest) : [];
}

/** Kind and resource by operation. */
const kinds = {
  ListUsers: "list User",
  GetApiKey: "read ApiKey",
  UpdateApiKey: "update ApiKey",
  DeleteApiKey: "delete ApiKey",
  ListOrganizationApiKeys: "list ApiKey",
  CreateOrganizationApiKey: "create ApiKey",
  ListApiKeys: "list ApiKey",
  CreateApiKey: "create ApiKey",
  ListAssistants: "list Assistant",
  CreateAssistant: "create Assistant",
  GetAssistant: "read Assistant",
  UpdateAssistant: "update Assistant",
  DeleteAssistant: "delete Assistant",
  CreateAssistantRun: "create AssistantRun",
  ListAssistantRuns: "list AssistantRun",
  GetAssistantRun: "read AssistantRun",
  CancelAssistantRun: "act AssistantRun",
  ListAssistantEvents: "list AssistantRunEvent",
  GetAssistantRunEventsSSE: "stream AssistantRunEvent",
  GetEvent: "read StructureRunEvent",
  ListEvents: "list StructureRunEvent",
  CreateEvents: "create StructureRunEvent",
  GetStructureRunEventsSSE: "stream StructureRunEvent",
  ListBuckets: "list Bucket",
  CreateBucket: "create Bucket",
  GetBucket: "read Bucket",
  UpdateBucket: "update Bucket",
  DeleteBucket: "delete Bucket",
  CreateAssetUrl: "sign Asset",
  ListAssets: "list Asset",
  CreateAsset: "create Asset",
  GetAsset: "read Asset",
  DeleteAsset: "delete Asset",
  ListConnections: "list Connection",
  CreateConnection: "create Connection",
  DeleteConnection: "delete Connection",
  GetToken: "below Connection",
  ListStructures: "list Structure",
  CreateStructure: "create Structure",
  GetStructure: "read Structure",
  UpdateStructure: "update Structure",
  DeleteStructure: "delete Structure",
  InvokeStructureWebhookGet: "act Structure",
  InvokeStructureWebhookPost: "act Structure",
  ListDataConnectors: "list DataConnector",
  CreateDataConnector: "create DataConnector",
  GetDataConnector: "read DataConnector",
  UpdateDataConnector: "update DataConnector",
  DeleteDataConnector: "delete DataConnector",
  ListDataJobs: "list DataJob",
  CreateDataJob: "create DataJob",
  GetDataJob: "read DataJob",
  CancelDataJob: "act DataJob",
  GetDeployment: "read Deployment",
  ListFunctionDeployments: "list Deployment",
  CreateFunctionDeployment: "create Deployment",
  ListStructureDeployments: "list Deployment",
  CreateStructureDeployment: "create Deployment",
  ListToolDeployments: "list Deployment",
  CreateToolDeployment: "create Deployment",
  GetFunctionRun: "read FunctionRun",
  ListFunctionRuns: "list FunctionRun",
  ListFunctions: "list Function",
  CreateFunction: "create Function",
  GetFunction: "read Function",
  UpdateFunction: "update Function",
  DeleteFunction: "delete Function",
  CreateFunctionExecutionGet: "below Function",
};
