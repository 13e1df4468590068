/** A value, and what the validator of a golden case must say of it. */
export interface ValidatorSample {
  readonly name: string;
  /** The function of a schema, or what of an operation's validators. */
  readonly validator: string;
  readonly value: unknown;
  readonly isValid: boolean;
}

const thing = { id: "6f0d29b3-7bd5-4b7a-9c1e-0a6a4c1c2f10", nothing: null };

const account = { password: "secret", profile: { name: "Ada" } };

const readAccount = { id: "1", plan: "free", profile: { name: "Ada", joined: "1815" } };

const cat = { petType: "Cat", lives: 9 };
const owner = { favourite: cat, vehicle: { kind: 1, wheels: 2 } };

/** Pairs of values that differ in the one thing that a validator has to see. */
export const samples: readonly ValidatorSample[] = [
  ...pair("parameters", "getPetValidators.path", { shop_id: "a", "pet-id": 7 }, { shop_id: "a" }),
  ...pair(
    "parameters",
    "getPetValidators.query",
    { since: "2024-02-29T12:00:00Z" },
    { since: "yesterday" },
  ),
  ...pair(
    "parameters",
    "getPetValidators.header",
    { "X-Trace": "12345678" },
    { "X-Trace": "123456789" },
  ),
  ...pair("parameter-styles", "othersValidators.query", { list: ["a", "b"] }, { list: ["c"] }),
  ...pair("request-bodies", "checkUpdatePetsBody", [{ name: "Rex" }], [{}]),
  ...pair("event-stream", "checkEvent", { id: 1, text: "Hello" }, { text: "Hello" }),
  ...pair("openapi-3.0", "checkMeasure", { name: null, unit: null }, { name: 7 }),
  ...pair("openapi-3.0", "checkMeasure", { above: 0.1, below: 9 }, { above: 0 }),
  ...pair("openapi-3.0", "checkMeasure", { parent: null }, { parent: { unit: "kg" } }),
  ...pair(
    "several-files",
    "checkTree",
    { branches: [{ leaves: [{ tree: { forest: { trees: [] } } }] }] },
    { branches: [{ leaves: [{ tree: { forest: { trees: [7] } } }] }] },
  ),
  ...pair("schema-types", "checkThing", thing, { ...thing, id: "1" }),
  ...pair("schema-types", "checkThing", thing, { ...thing, unknown: 1 }),
  ...pair(
    "schema-types",
    "checkThing",
    { ...thing, shape: { type: "circle", radius: 1 } },
    { ...thing, shape: { type: "circle", side: 1 } },
  ),
  ...pair(
    "schema-types",
    "checkThing",
    { ...thing, tree: { value: "a", children: [{ value: "b" }] } },
    { ...thing, tree: { value: "a", children: [{ value: "" }] } },
  ),
  ...pair("schema-types", "checkThing", { ...thing, pair: ["a", 1] }, { ...thing, pair: [1] }),
  ...pair("hostile", "aEvilEvilValidators.path", { id: "`" }, { id: "a" }),
  ...pair("hostile", "aEvilEvilValidators.query", { constructor: "a" }, { constructor: 7 }),
  ...pair("validators", "checkName", "example.com", ""),
  ...pair("variants", "checkAccountWritable", account, { profile: { name: "Ada" } }),
  ...pair("variants", "checkAccountWritable", { ...account, id: 1 }, { ...account, plan: 1 }),
  ...pair(
    "variants",
    "checkAccountWritable",
    { ...account, profile: { name: "Ada", joined: 1815 } },
    { ...account, profile: { name: "Ada", left: 1852 } },
  ),
  ...pair("variants", "checkAccount", readAccount, { ...readAccount, password: "secret" }),
  ...pair("variants", "checkAccount", readAccount, { ...readAccount, others: [account] }),
  ...pair("discriminators", "checkZoo", { mapped: { kind: "kitten" } }, { mapped: {} }),
  ...pair("discriminators", "checkZoo", { implied: { type: "Fish" } }, { implied: {} }),
  ...pair(
    "discriminators",
    "checkZoo",
    { circular: { form: "car", wheels: 4, doors: 5 } },
    { circular: { form: "car", wheels: 4 } },
  ),
  ...pair(
    "inheritance",
    "checkListPetsResponse",
    [{ petType: "puppy", bark: "soft", friends: [{ petType: "Cat", lives: 9 }] }],
    [{ petType: "puppy" }],
  ),
  ...pair("inheritance", "checkPetWritable", { petType: "dog", bark: "loud" }, { petType: "Pet" }),
  ...pair("inheritance", "checkAddPetResponse", { ...cat, name: "Tom" }, cat),
  ...pair(
    "inheritance",
    "checkOwner",
    { ...owner, dog: { petType: "dog", bark: "" } },
    { ...owner, dog: cat },
  ),
  ...pair(
    "inheritance",
    "checkOwner",
    { ...owner, listed: { kind: 2, wheels: 6, load: 1 } },
    { ...owner, listed: { kind: 3, wheels: 6 } },
  ),
  ...pair(
    "inheritance",
    "checkOwner",
    { ...owner, parcel: { size: "any" } },
    { ...owner, vehicle: { kind: 2, wheels: 6 } },
  ),
];

function pair(name: string, validator: string, good: unknown, bad: unknown): ValidatorSample[] {
  return [
    { name, validator, value: good, isValid: true },
    { name, validator, value: bad, isValid: false },
  ];
}
