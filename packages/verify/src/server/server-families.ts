import { pagingNames } from "@openapi-packages/compiler/mock/state/pages";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { Family } from "../families/family.ts";
import { modelCases } from "../model/model-cases.ts";
import type { CaseContext } from "../run/case.ts";
import { boundCases } from "./cases/bounds/bound-cases.ts";
import { contentTypeCases } from "./cases/content-types/content-type-cases.ts";
import { isComputing } from "./cases/concurrency/computed.ts";
import { concurrencyCases } from "./cases/concurrency/index.ts";
import { conditionalCases } from "./cases/conditional.ts";
import { credentialCases } from "./cases/credentials/index.ts";
import { exampleCases } from "./cases/examples.ts";
import { filterCases } from "./cases/filters/index.ts";
import { fileCases } from "./cases/files/index.ts";
import { takesFile } from "./cases/files/transfers.ts";
import { flowCases } from "./cases/flows/index.ts";
import { generatedCases } from "./cases/generated/generated-cases.ts";
import { httpCases } from "./cases/http/http-cases.ts";
import { invalidCases } from "./cases/invalid/invalid-cases.ts";
import { keyCases } from "./cases/keys/index.ts";
import { linkCases } from "./cases/links.ts";
import { methodCases } from "./cases/methods/method-cases.ts";
import { pageCases } from "./cases/pages/index.ts";
import { principalCases } from "./cases/principals/index.ts";
import { ruleCases } from "./cases/rules/index.ts";
import { stateCases } from "./cases/states/index.ts";
import { streamCases } from "./cases/streams/stream-cases.ts";
import { unknownRecordCases } from "./cases/unknown-records.ts";
import { valueCases } from "./cases/values/index.ts";
import { workflowCases } from "./cases/workflows/index.ts";

const all = (): boolean => true;

const hasInput = ({ model }: VerifiedOperation): boolean =>
  model.parameters.length > 0 || model.requestBody !== undefined;

/** True if an operation takes more than the identifiers of records. */
const takesValues = ({ model }: VerifiedOperation): boolean =>
  model.requestBody !== undefined || model.parameters.some((one) => one.in !== "path");

const namesRecord = ({ model }: VerifiedOperation): boolean =>
  model.parameters.some((one) => one.in === "path");

const isSecured = ({ model }: VerifiedOperation): boolean =>
  model.security.length > 0 && model.security.every((one) => Object.keys(one).length > 0);

function isList({ id, model }: VerifiedOperation, { api }: CaseContext): boolean {
  if (model.method !== "GET") return false;
  const isPaged = api.find(id)?.mock.operation.pagination !== undefined;
  return isPaged || api.description.mock.state?.operations[id]?.kind === "list";
}

/** True if a list can be asked for something other than a part of it. */
function isAskedFor({ model, mock }: VerifiedOperation): boolean {
  const declared: readonly unknown[] = Object.values(mock.operation.pagination?.request ?? {});
  return model.parameters.some(
    ({ in: location, name }) =>
      location === "query" && !declared.includes(name) && !pagingNames.has(plainName(name)),
  );
}

/** True if an operation writes, or reads what others write. */
const isAboutRecords = (operation: VerifiedOperation, context: CaseContext): boolean =>
  operation.model.method !== "GET" || namesRecord(operation) || isList(operation, context);

/** True if an operation writes the members of a record. */
function writesRecord({ id, model }: VerifiedOperation, { api }: CaseContext): boolean {
  const kind = api.description.mock.state?.operations[id]?.kind ?? "";
  return model.requestBody !== undefined && ["create", "update", "replace"].includes(kind);
}

const examples: Family = {
  name: "examples",
  what: "valid requests, as the examples or schemas have them",
  make: exampleCases,
  concerns: all,
};

const generated: Family = {
  name: "generated",
  what: "valid requests with generated values",
  make: generatedCases,
  concerns: takesValues,
  without: () => ({ what: "no values can be generated for its schemas", how: "inputs" }),
};

const pages: Family = {
  name: "pages",
  what: "all pages of a list",
  make: pageCases,
  concerns: isList,
  without: () => ({
    what: "no parameters for pages are recognised",
    how: "describe the parameters of pages, or x-pagination, if the list has pages",
  }),
};

const filters: Family = {
  name: "filters",
  what: "filters and orders of a list",
  make: filterCases,
  concerns: (operation, context) => isList(operation, context) && isAskedFor(operation),
  without: () => ({
    what: "no parameters are recognised that filter or sort it",
    how: "query parameters named after members of the items",
  }),
};

/** The families of cases for servers, in the order in which they run. */
export const serverFamilies: readonly Family[] = [
  examples,
  generated,
  {
    name: "invalid",
    what: "invalid requests, which it must refuse",
    make: invalidCases,
    concerns: hasInput,
    without: () => ({
      what: "its schemas have no rule that a request could break",
      how: "types and bounds in the schemas of its input",
    }),
  },
  { name: "bounds", what: "the smallest and the largest values", make: boundCases },
  {
    name: "media types",
    what: "bodies and Accept of other media types",
    make: contentTypeCases,
    concerns: ({ model }) => model.requestBody !== undefined,
  },
  { name: "methods", what: "methods that the path does not have", make: methodCases },
  {
    name: "unknown records",
    what: "identifiers of records that do not exist",
    make: unknownRecordCases,
    concerns: namesRecord,
    without: () => ({
      what: "no parameter of its path is known to name a record, or 404 is not documented",
      how: "a response 404, and an operation that creates the record",
    }),
  },
  {
    name: "records",
    what: "what was written is what is read, listed, changed and deleted",
    make: flowCases,
    concerns: isAboutRecords,
    without: () => ({
      what: "no operations are recognised that create its record and show it",
      how: "an operation that creates the record and answers with its key, and one that reads it by that key",
    }),
  },
  {
    name: "states",
    what: "operations on records in each state that they can be brought into",
    make: stateCases,
  },
  {
    name: "described rules",
    what: "bodies that break what a sentence says of two members, of what a value needs, of times that overlap, or of values that are there once",
    make: ruleCases,
  },
  { name: "keys", what: "keys that have to be encoded in a path", make: keyCases },
  pages,
  filters,
  {
    name: "conditional requests",
    what: "ETag, If-Match, If-None-Match, and HEAD beside GET",
    make: conditionalCases,
  },
  {
    name: "HTTP",
    what: "HEAD of every GET, tags of the same content, and an unknown origin",
    make: httpCases,
  },
  {
    name: "streams",
    what: "streams that are resumed by Last-Event-ID",
    make: streamCases,
  },
  {
    name: "credentials",
    what: "requests without valid credentials",
    make: credentialCases,
    concerns: isSecured,
    without: (_, { options }) =>
      options.expectations?.credentialsElsewhere === true
        ? { what: "the expectations say credentialsElsewhere", how: "credentialsElsewhere: false" }
        : { what: "its security schemes have no request that can be refused", how: "credentials" },
  },
  {
    name: "principals",
    what: "what one principal created, used by another",
    make: principalCases,
    concerns: (operation, context) => isSecured(operation) && isAboutRecords(operation, context),
    without: (_, { options }) =>
      options.otherCredentials === undefined
        ? { what: "there is no second principal", how: "otherCredentials" }
        : {
            what: "no operations are recognised that create its record and show it",
            how: "an operation that creates the record and answers with its key, and one that reads it by that key",
          },
  },
  { name: "links", what: "the links of responses", make: linkCases },
  { name: "workflows", what: "the workflows of Arazzo documents", make: workflowCases },
  {
    name: "sequences",
    what: "sequences of calls, answered as the description's mock answers them",
    make: modelCases,
    concerns: ({ id }, { api }) => api.description.mock.state?.operations[id] !== undefined,
    without: () => ({
      what: "its record is created by no operation, or the expectations say differsFromMock",
      how: "an operation that creates the record",
    }),
  },
  {
    name: "files",
    what: "files of every byte, which are uploaded and read back",
    make: fileCases,
    concerns: (operation, { api }) => takesFile(api, operation),
    without: () => ({
      what: "no operation is recognised that returns the uploaded file",
      how: "a link of its answer to a GET whose answer is binary, or such a GET of the same path or below it by the key of the record",
    }),
  },
  {
    name: "calls at once",
    what: "calls of one operation at the same time, repeated requests, and changes of the same version",
    make: concurrencyCases,
    concerns: (operation, context) =>
      writesRecord(operation, context) || isComputing(context.api, operation),
    without: () => ({
      what: "no operations are recognised that write its record and show it",
      how: "an operation that creates the record and answers with its key, and one that reads it by that key",
    }),
  },
  {
    name: "extreme values",
    what: "long texts, rare characters and large numbers, which are read back",
    make: valueCases,
    concerns: writesRecord,
    without: () => ({
      what: "no operations are recognised that write its record and show it",
      how: "an operation that creates the record and answers with its key, and one that reads it by that key",
    }),
  },
];

/** The families of cases that only send valid requests. */
export const positiveFamilies: readonly Family[] = [examples, generated, pages, filters];
