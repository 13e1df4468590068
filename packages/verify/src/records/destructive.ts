import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";

const takesAway = new RegExp(
  "(^|[^a-z])(archive|cancel|clear|close(?!st)|deactivate|delete|destroy|detach|disable|drop|erase|expire|flush|kill|" +
    "overwrite|prune|purge|reboot|remove|reset|restart|restore|revert|revoke|rotate|shut|stop|suspend|terminate|" +
    "truncate|uninstall|unlink|wipe)",
  "i",
);

/**
 * True if an operation changes or deletes existing data, by its method (RFC 9110, section 9.3), by the effect
 * on records that mocks infer, or by its name.
 */
export function isDestructive(api: VerifiedApi, { id, model }: VerifiedOperation): boolean {
  if (["DELETE", "PUT", "PATCH"].includes(model.method)) return true;
  if (["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"].includes(model.method)) return false;
  const state = api.description.mock.state?.operations[id];
  const kinds = ["update", "replace", "delete", "act"];
  const words = `${id} ${model.path}`.replaceAll(/([a-z])([A-Z])/g, "$1 $2");
  return (state !== undefined && kinds.includes(state.kind)) || takesAway.test(words);
}
