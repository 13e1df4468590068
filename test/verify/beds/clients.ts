import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  tableClient,
  verifyClient,
  type ClientTable,
  type VerifyClientOptions,
  type VerifyReport,
} from "@openapi-packages/verify";
import { readBeds, type PlantedFault } from "./bed.ts";

/** Clients of a service: one as it should be, and one for each planted fault. */
export interface ClientBed {
  readonly name: string;
  readonly description: string;
  readonly faultless: ClientTable;
  readonly faulty: readonly (PlantedFault & { readonly client: ClientTable })[];
}

/** Reads the clients of all services that have some, in the order of their names. */
export async function readClientBeds(): Promise<ClientBed[]> {
  const beds = readBeds().filter(({ folder }) => existsSync(join(folder, "clients.mjs")));
  return Promise.all(
    beds.map(async ({ name, folder, description }) => {
      const { faultless, clients } = (await import(join(folder, "clients.mjs"))) as {
        readonly faultless: ClientTable;
        readonly clients: Readonly<Record<string, ClientTable>>;
      };
      const faults = readFileSync(join(folder, "client-faults.json"), "utf8");
      const faulty = (JSON.parse(faults) as PlantedFault[]).map((fault) => {
        const client = clients[fault.id];
        if (client === undefined) throw new Error(`${name} has no client with ${fault.id}`);
        return { ...fault, client };
      });
      return { name, description, faultless, faulty };
    }),
  );
}

/** Verifies a client of a service as the docs say: all of them give texts for dates, and send the credentials of the call. */
export function verifyBedClient(
  { description }: ClientBed,
  client: ClientTable,
  options: Partial<VerifyClientOptions> = {},
): Promise<VerifyReport> {
  return verifyClient({
    description,
    client: tableClient(client, { dates: "text", sendsCredentials: true }),
    ...options,
  });
}
