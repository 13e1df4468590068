import { describeMatrix } from "./faults/matrix.ts";
import { documentedErrors } from "./faults/cells.ts";

describeMatrix(documentedErrors, { cells: 924, impossible: 0 });
