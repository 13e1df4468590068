import { createHash, randomBytes } from "node:crypto";

export interface Apiary {
  readonly id: string;
  readonly association: string;
  readonly name: string;
  readonly location: { readonly latitude: number; readonly longitude: number };
  readonly elevationMetres: number | null;
  readonly capacity: number;
  readonly forage: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Queen {
  readonly year: number;
  readonly marked: boolean;
  readonly breed: string | null;
}

export const hiveStates = ["active", "wintering", "closed"] as const;
export type HiveState = (typeof hiveStates)[number];

export const hiveKinds = ["langstroth", "dadant", "warre", "top_bar"] as const;
export const closingReasons = ["died", "sold", "merged"] as const;

export interface Hive {
  readonly id: string;
  readonly association: string;
  readonly apiaryId: string;
  readonly label: string;
  readonly kind: (typeof hiveKinds)[number];
  readonly frames: number;
  readonly queen: Queen | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly establishedOn: string;
  readonly state: HiveState;
  readonly closingReason: (typeof closingReasons)[number] | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const tempers = ["calm", "nervous", "aggressive"] as const;

export interface Inspection {
  readonly id: string;
  readonly hiveId: string;
  readonly inspectedAt: number;
  readonly broodFrames: number;
  readonly queenSeen: boolean;
  readonly temper: (typeof tempers)[number];
  readonly varroaCount: number | null;
  readonly remark: string;
  readonly createdAt: number;
}

export interface Photo {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const varieties = ["acacia", "blossom", "forest", "heather", "linden"] as const;
export const harvestStates = ["extracted", "bottled"] as const;
export const jarSizes = [125, 250, 500, 1000] as const;

export interface Jars {
  readonly grams: (typeof jarSizes)[number];
  readonly count: number;
}

export interface Harvest {
  readonly id: string;
  readonly association: string;
  readonly lot: string;
  readonly hiveId: string;
  readonly apiaryId: string;
  readonly harvestedOn: string;
  readonly weightGrams: number;
  readonly moisturePermille: number;
  readonly variety: (typeof varieties)[number];
  readonly state: (typeof harvestStates)[number];
  readonly jars: readonly Jars[];
  readonly createdAt: number;
}

export const apiaries = new Map<string, Apiary>();
export const hives = new Map<string, Hive>();
export const inspections = new Map<string, Inspection>();
export const photos = new Map<string, Photo>();
export const harvests = new Map<string, Harvest>();

/** A new identifier: what kind of record it is of, and eight random hexadecimal digits. */
export const newId = (kind: "ap" | "hv" | "in" | "ha"): string =>
  `${kind}_${randomBytes(4).toString("hex")}`;

/** A strong entity tag of a representation. */
export function tagOf(representation: unknown): string {
  const hash = createHash("sha256").update(JSON.stringify(representation));
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

/** The hives of an apiary that still stand there: all but the closed ones. */
export const livingHives = (apiaryId: string): Hive[] =>
  [...hives.values()].filter((hive) => hive.apiaryId === apiaryId && hive.state !== "closed");

export const inspectionsOf = (hiveId: string): Inspection[] =>
  [...inspections.values()].filter((inspection) => inspection.hiveId === hiveId);
