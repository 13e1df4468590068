/** Something that everybody pays for, with its unit in the name: "one JSON operation, gzipped bytes". */
export interface Weight {
  readonly name: string;
  readonly value: number;
  /** False if it depends on the machine, so that it is only shown. Default: true. */
  readonly isHeld?: boolean;
}
