import {
  createServer,
  partial,
  type CreateItemAnswer,
  type CreateItemHandler,
  type ErrorBody,
  type ListItemsHandler,
  type PatchItemHandler,
  type PutTreeHandler,
  type RequestContext,
} from "@refusals/server";
import { createMock } from "@refusals/mocks";

interface User {
  readonly name: string;
}

type Context = RequestContext<User>;

/** Fails to compile where two types differ. */
function same<One>(
  ..._proof: (<T>() => T extends One ? 1 : 2) extends <T>() => T extends true ? 1 : 2 ? [] : [never]
): void {}
type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

// What has a default is there, at any depth; all else is as optional as it was.
export const createItem: CreateItemHandler<Context> = async ({ body }, { principal }) => {
  same<Equal<typeof body.size, number>>();
  same<Equal<NonNullable<typeof body.tags>[number]["n"], number>>();
  same<Equal<typeof body.name, string>>();
  same<Equal<typeof principal, User>>();
  // @ts-expect-error a request has no member that is readOnly
  void body.id;
  // @ts-expect-error a member without default may be left out
  void body.tags.length;
  return { status: 201, body: { id: "1", name: principal.name, size: body.size } };
};

export const listItems: ListItemsHandler<Context> = ({ query }, { principal }) => {
  same<Equal<typeof query.limit, number>>();
  same<Equal<(typeof query)["q"], string | undefined>>();
  // An anonymous caller has no principal.
  same<Equal<typeof principal, User | undefined>>();
  // @ts-expect-error so its name is not there without a question
  void principal.name;
  return { status: 200, body: [] };
};

// Schemas that lead back to themselves.
export const putTree: PutTreeHandler = ({ body }) => {
  const child = body.children?.[0]?.children?.[0];
  if (child !== undefined) same<Equal<typeof child.order, number>>();
  return { status: 204 };
};

// What a PATCH leaves out does not change.
export const patchItem: PatchItemHandler<Context> = ({ body }) => {
  same<Equal<typeof body.size, number | undefined>>();
  return { status: 200, body: { id: "1", name: "a", size: 1 } };
};

export const strict: CreateItemHandler = async (): Promise<CreateItemAnswer> => ({
  status: 201,
  body: {
    id: "1",
    name: "a",
    size: 1,
    // @ts-expect-error a member that the description does not have, nested
    tags: [{ t: "a", n: 1, password: "secret" }],
  },
});

export const wrong: CreateItemHandler = async (): Promise<CreateItemAnswer> => ({
  // @ts-expect-error a status that the operation does not document
  status: 418,
  body: { id: "1", name: "a", size: 1 },
});

const problem: ErrorBody = { error: { code: "INTERNAL", message: "" } };
const security = { key: () => ({ name: "Ada" }) };
createServer<Context>(partial<Context>({ default: { createItem, listItems, patchItem } }), {
  security,
  readOnly: "refuse",
  errorBody: ({ status, detail, errors }, { operationId }) =>
    operationId === "createItem" && status === 400
      ? { errors: errors.map(({ message }) => ({ detail: message || detail })) }
      : problem,
  onError(failure) {
    // @ts-expect-error of which operation the failure is decides what may be answered
    failure.fail({ status: 409, body: problem });
    // @ts-expect-error there is no such operation
    if (failure.is("dropItem")) return undefined;
    if (!failure.is("createItem")) return undefined;
    // @ts-expect-error the operation does not document the status
    failure.fail({ status: 418, body: problem });
    // @ts-expect-error nor this body for it
    failure.fail({ status: 409, body: { message: "taken" } });
    return failure.fail({ status: 409, body: { error: { code: "INTERNAL", message: "taken" } } });
  },
});

createServer(partial({}), {
  security,
  // @ts-expect-error no operation documents such an error
  errorBody: () => ({ reason: "because" }),
});

// A mock takes the very same handlers.
createMock().on("listItems", ({ query }) => ({
  status: 200,
  body: Array.from({ length: query.limit }, (_, index) => ({
    id: String(index),
    name: "a",
    size: 1,
  })),
}));
