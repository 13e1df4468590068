import { literal, markdownCode } from "@openapi-packages/description/text/escape";
import type { EmitModel } from "../../emit-model.ts";
import { packageName, type PackageNaming } from "../../package-names.ts";
import type { Lines } from "./readme-sections.ts";
import { receivedWebhooks } from "../../named-webhooks.ts";
import { webhookExample } from "./webhook-example.ts";

/**
 * Writes the section about receiving webhooks, with the first one that has a body as the example.
 */
export function webhooksSection(model: EmitModel, naming: PackageNaming): Lines {
  const received = receivedWebhooks(model);
  const example = webhookExample(model);
  if (example === undefined) return [];
  const { name, operation, input } = example;
  const { signature } = operation;
  const own = signature === undefined ? ", signature: standardWebhooks" : "";
  return [
    "## Webhooks",
    "",
    "```ts",
    `import { receiveWebhook, signWebhook${own === "" ? "" : ", standardWebhooks"} } from "${packageName(naming, "client")}/webhooks/receiver";`,
    "",
    'const secret = process.env["WEBHOOK_SECRET"] ?? "whsec_c2VjcmV0";',
    "",
    "// A webhook as the service sends it, for tests.",
    `const sent = await signWebhook(${literal(name)}, ${input}, { secret${own} });`,
    'const request = new Request("https://hooks.example.com", sent);',
    "",
    "// In the handler of the webhook's address:",
    `const event = await receiveWebhook(request, { secret${own} });`,
    `if (event.name === ${literal(name)}) console.log(event.body);`,
    "```",
    "",
    `\`receiveWebhook\` takes a \`Request\`, or \`{ headers, body }\` with the received bytes, since parsed JSON has another signature. It verifies the signature in constant time, by one of several secrets where \`secret\` is a list, and that it was sent less than \`tolerance\` seconds ago (300 by default; not for schemes without a time), then validates the body. The result is a union by \`name\`${received.length > 1 ? "; `only` lists the webhooks that may come to an address" : ""}. A \`WebhookError\` says by \`code\` why a webhook is refused, and by \`status\` what to answer. \`event.id\` is the same each time that a webhook is sent: who keeps the ids handles each once.`,
    "",
    signature === undefined
      ? "The description does not say how its webhooks are signed, so `signature` does: `standardWebhooks`, or an object like it."
      : `They are signed as the description says, in the header ${markdownCode(String(signature["header"]))}.`,
    "",
  ];
}
