import { describeMatrix } from "./faults/matrix.ts";
import { networkFaults } from "./faults/cells.ts";

describeMatrix(networkFaults, { cells: 371, impossible: 168 });
