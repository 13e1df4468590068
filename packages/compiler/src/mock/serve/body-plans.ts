import type {
  OperationErrorBodies,
  OperationReceivedBodies,
  ReceivedBody,
} from "@openapi-packages/runtime";
import type { PlannedError } from "../../compile/errors/plan-errors.ts";
import type { ReceivedPart, ReceivedPlan } from "../../compile/received/plan-received.ts";

type RuntimePart = OperationReceivedBodies[string];

/** Converts the plan of an operation's error bodies to the form that the runtime takes. */
export function errorBodiesOfPlan(plan: ReadonlyMap<string, PlannedError>): OperationErrorBodies {
  return Object.fromEntries(
    [...plan].map(([status, { mediaType, template }]) => [status, { mediaType, template }]),
  );
}

/** Converts the plans of an operation's received bodies to the form that the runtime takes. */
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
