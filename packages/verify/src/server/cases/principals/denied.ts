import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isGone, isSuccess } from "../flows/flow.ts";
import type { Access, ReportAccess } from "./reach.ts";

/**
 * Checks that reading does not show the other principal what the service says does not exist for it. Where no list
 * tells whether records are private, a change does: if it is answered by 404 to the other principal and done for the
 * owner, the record is not there for the other one, so that reading must not show it. A refusal by 403 says that it is
 * there. 2 requests, and 3 more where the change is answered by 404.
 *
 * @param seen the other principal's reading, which showed the record
 */
export async function deniedButShown(
  { own, other, made }: Access,
  read: FoundOperation,
  seen: Exchange,
  report: ReportAccess,
): Promise<void> {
  const { update, replace, remove, name, list } = own.resource;
  const change = [update, replace, remove].find((one) => one && isForCallers(one));
  // What is listed, or read without credentials, is there for everybody.
  if (list !== undefined || change === undefined || !isForCallers(read)) return;
  if (!own.probe.mayCall(change.operation)) return;
  const denied = (await other.on(change, made.record))?.exchange;
  if (denied === undefined || !isGone(denied)) return;
  const again = await other.read(made.record);
  if (again === undefined || !isSuccess(again)) return;
  const { input } = await own.probe.records.inputFor(change.operation, made.record);
  if (input === undefined) return;
  const { exchange: done } = await own.probe.records.change(change.operation, input);
  if (!isDone(done)) return;
  const { id } = change.operation;
  report(read, `shows another principal's ${name}, which ${id} says does not exist`, [
    made.exchange,
    seen,
    denied,
    done,
  ]);
}

/** True if an operation cannot be called without credentials. */
const isForCallers = ({ operation: { model } }: FoundOperation): boolean =>
  model.security.length > 0 && model.security.every((one) => Object.keys(one).length > 0);
