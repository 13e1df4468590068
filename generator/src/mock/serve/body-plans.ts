import type {
  OperationErrorBodies,
  OperationReceivedBodies,
  ReceivedBody,
} from "@openapi-packages/runtime";
import type { PlannedError } from "../../compile/errors/plan-errors.ts";
import type { ReceivedPart, ReceivedPlan } from "../../compile/received/plan-received.ts";

type RuntimePart = OperationReceivedBodies[string];

/** The plan of an operation's errors as the runtime takes it. */
export function errorBodiesOfPlan(plan: ReadonlyMap<string, PlannedError>): OperationErrorBodies {
  return Object.fromEntries(
    [...plan].map(([status, { mediaType, template }]) => [status, { mediaType, template }]),
  );
}

/** The plans of an operation's bodies as the runtime takes them. */
export function receivedBodies(
  bodies: ReadonlyMap<string, ReceivedPart>,
  named: ReadonlyMap<string, ReceivedPlan>,
): OperationReceivedBodies {
  const part = (one: ReceivedPart): RuntimePart => {
    if (!("name" in one)) return body(one);
    const { name } = one;
    return () => {
      const plan = named.get(name);
      return plan === undefined ? {} : body(plan);
    };
  };
  const body = ({ defaults, members, items }: ReceivedPlan): ReceivedBody => ({
    defaults: Object.fromEntries(defaults),
    members: Object.fromEntries([...members].map(([name, one]) => [name, part(one)])),
    ...(items === undefined ? {} : { items: part(items) }),
  });
  return Object.fromEntries([...bodies].map(([mediaType, one]) => [mediaType, part(one)]));
}
