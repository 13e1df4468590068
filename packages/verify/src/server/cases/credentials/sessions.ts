import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isSuccess } from "../flows/flow.ts";

/** A session that a cookie names: what begins it, ends it, and needs it. */
interface Session {
  readonly scheme: string;
  readonly cookie: string;
  readonly login: VerifiedOperation;
  readonly logout: VerifiedOperation;
  readonly read: VerifiedOperation;
}

/** The last part of a path that ends a session. */
const ending = /^(log|sign)[-_]?(out|off)$/i;

/**
 * Checks that the cookie of a session is of no use after its end, and that another login gives one that is: 7
 * requests. A session begins with an operation that needs no credentials and sets the cookie of a security scheme. It
 * ends with DELETE at the same path, or with `/logout`.
 */
export function* sessionCases(api: VerifiedApi): Generator<Case> {
  const session = sessionOf(api);
  if (session === undefined) return;
  const { login, logout, read } = session;
  yield {
    id: `${logout.id}/session`,
    operations: [logout, login, read],
    aims: ["2XX", "401"],
    run: (probe) => ended(probe, session),
  };
}

function sessionOf({ description, operations }: VerifiedApi): Session | undefined {
  for (const [scheme, one] of Object.entries(description.mock.api.securitySchemes)) {
    if (one.type !== "apiKey" || one.in !== "cookie") continue;
    const isOpen = ({ model }: VerifiedOperation): boolean =>
      model.security.every((names) => Object.keys(names).length === 0);
    const takes = ({ model }: VerifiedOperation): boolean =>
      model.security.some((names) => Object.keys(names).join(" ") === scheme);
    const login = operations.find((own) => own.model.method === "POST" && isOpen(own) && sets(own));
    const logout = operations.find(
      (own) => takes(own) && (isBeside(own, login) || ending.test(lastOf(own))),
    );
    const read = operations.find(
      (own) =>
        own.model.method === "GET" &&
        takes(own) &&
        !own.model.path.includes("{") &&
        own.model.parameters.every(({ required }) => !required),
    );
    if (login !== undefined && logout !== undefined && read !== undefined)
      return { scheme, cookie: one.name, login, logout, read };
  }
  return undefined;
}

/** True if a success of an operation has a described `Set-Cookie`. */
const sets = ({ model }: VerifiedOperation): boolean =>
  model.responses.some(
    ({ status, headers }) =>
      status.startsWith("2") && headers.some(({ name }) => name.toLowerCase() === "set-cookie"),
  );

const isBeside = ({ model }: VerifiedOperation, login: VerifiedOperation | undefined): boolean =>
  model.method === "DELETE" && model.path === login?.model.path;

const lastOf = ({ model }: VerifiedOperation): string =>
  model.method === "POST" ? (model.path.split("/").at(-1) ?? "") : "";

async function ended(probe: Probe, session: Session): Promise<void> {
  const { login, logout, read, scheme } = session;
  if (!probe.mayCall(logout)) return;
  const began = await begin(probe, session);
  if (began === undefined) return;
  const own = { credentials: { [scheme]: began.value } };
  const { input = {} } = await probe.records.inputFor(read, false);
  const before = await probe.call(read, input, own);
  const without = await probe.call(read, input, { credentials: {} });
  // Without a session, reading has to be refused.
  if (!isSuccess(before) || without.response?.status !== 401) return;
  const leave = await probe.records.inputFor(logout, false);
  const end = await probe.call(logout, leave.input ?? {}, own);
  if (!isSuccess(end)) return;
  const after = await probe.call(read, input, own);
  const report = (operation: VerifiedOperation, message: string, ...steps: Exchange[]): void => {
    const { pointer } = operation.model;
    probe.report({ check: "ignores-credentials", message, pointer }, operation, steps);
  };
  if (isSuccess(after))
    report(
      logout,
      `answers ${end.response?.status}, and the cookie ${session.cookie} of the session is still taken by ${read.id}`,
      began.exchange,
      end,
      after,
    );
  const again = await begin(probe, session);
  if (again === undefined) return;
  const next = await probe.call(read, input, { credentials: { [scheme]: again.value } });
  if (next.response?.status === 401)
    report(
      login,
      `sets a cookie ${session.cookie} after a logout that ${read.id} refuses`,
      end,
      again.exchange,
      next,
    );
}

/** Begins a session, and returns its cookie; `undefined` if it is refused. */
async function begin(
  probe: Probe,
  { login, cookie }: Session,
): Promise<{ readonly exchange: Exchange; readonly value: string } | undefined> {
  const { input } = await probe.records.inputFor(login, false);
  const exchange = input && (await probe.call(login, input));
  if (exchange === undefined || !isSuccess(exchange)) return undefined;
  const pairs = (exchange.response?.headers ?? [])
    .filter(([name]) => name.toLowerCase() === "set-cookie")
    .map(([, text]) => text.split(";")[0]?.trim() ?? "");
  const pair = pairs.find((one) => one.startsWith(`${cookie}=`));
  return pair === undefined ? undefined : { exchange, value: pair.slice(cookie.length + 1) };
}
