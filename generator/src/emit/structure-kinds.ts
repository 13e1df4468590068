import type { StructureKind } from "ts-morph";

/** The kinds of ts-morph's structures, by the numbers that it has for them: to load it takes longer than most of what is done with them. */
export const structureKinds = {
  class: 2 as StructureKind.Class,
  exportDeclaration: 11 as StructureKind.ExportDeclaration,
  function: 13 as StructureKind.Function,
  interface: 19 as StructureKind.Interface,
  typeAlias: 38 as StructureKind.TypeAlias,
} as const;
