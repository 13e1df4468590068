import { UsageError } from "../../usage-error.ts";

/** A configuration cannot be loaded or asks for what there is not; the message names its file. */
export class ConfigError extends UsageError {}
