import type { Client } from "@genai-app/client";
import type { createMock } from "@genai-app/mocks";

/** A mock that remembers, and the generated client in front of it. */
export interface World {
  readonly client: Client;
  readonly mock: ReturnType<typeof createMock>;
  /** Where the mock is reached. */
  readonly origin: string;
  /** Sends any request the way that the client's go. */
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>;
}

/** Something that users do with a mock, by what is to be seen; throws when it is not. */
export interface Flows {
  readonly [what: string]: (world: World) => Promise<void>;
}

/** An identifier that nothing has. */
export const nobody = "00000000-0000-4000-8000-000000000000";

/** Identifiers that stand in the description's examples. */
export const known = {
  organization: "bd930234-5806-4225-ac22-4ab683ef3da9",
  user: "30e47e78-5f72-47ae-ba04-68db17b28e54",
  assistant: "ee27cfd5-fac6-42cd-9eef-01bbca60aa4d",
  bucket: "d166ce05-bd63-43d8-af97-16402a1360a7",
  connector: "76932f4e-85c6-42a5-8541-cd97a0b3afc6",
  function: "253275cd-803f-412c-ba47-36cd141f1807",
  structure: "b305bf13-f341-4134-9f19-301929ae8f99",
  tool: "26c9ab16-5e8a-4023-8bc1-ce4b95529d4e",
} as const;
