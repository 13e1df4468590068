import type { FastifyInstance } from "fastify";
import { faulty } from "./faults.ts";
import type { Settings } from "./records.ts";
import { settingsInput } from "./schemas.ts";
import { settings } from "./store.ts";

type SettingsInput = Partial<Settings> & { invoiceEmail: string };

const completed = (input: SettingsInput): Settings => ({
  invoiceEmail: input.invoiceEmail,
  vatPercent: input.vatPercent ?? 0,
  defaultDomain: input.defaultDomain ?? "general",
  notifyOnDelivery: faulty("settings-notify-default-wins")
    ? input.notifyOnDelivery || true
    : (input.notifyOnDelivery ?? true),
  purchaseOrder: input.purchaseOrder ?? null,
});

export function addSettingsRoutes(app: FastifyInstance): void {
  app.get("/settings", (request, reply) => {
    reply.send(settings.get(request.customer));
  });

  app.put<{ Body: SettingsInput }>(
    "/settings",
    { schema: { body: settingsInput } },
    (request, reply) => {
      const replaced = completed(request.body);
      settings.set(request.customer, replaced);
      reply.send(replaced);
    },
  );
}
