/** As the runtime's `ServeOptions`, as far as the command line says them. */
export interface ServeOptions {
  readonly port?: number;
  readonly host?: string;
  readonly seed?: string;
  readonly dynamic?: boolean;
  readonly state?: boolean | { readonly [operationId: string]: boolean };
  readonly start?: unknown;
  readonly stateFile?: string;
  readonly latency?: number | `${number}..${number}`;
  readonly streams?: { readonly interval: number | `${number}..${number}` };
  readonly faultsFile?: string;
  readonly overridesFile?: string;
  readonly upstream?: Upstream;
  /** Verifiers by scheme. Given empty, any credential will do, but there must be one. */
  readonly security?: Readonly<Record<string, never>>;
  readonly isConsoleOn?: boolean;
  readonly isCorsOn?: boolean;
  readonly isQuiet?: boolean;
}

/** As the runtime's. */
export interface Upstream {
  readonly url: string;
  readonly mode?: UpstreamMode;
  readonly modes?: { readonly [operationId: string]: UpstreamMode };
  readonly refuse?: boolean;
}

/** As the runtime's. */
export type UpstreamMode = "mock" | "proxy" | "record";

/** As the runtime's, as far as the command line looks at it. */
export interface MockService {
  readonly url: string;
  readonly mock: { snapshot(): unknown };
  close(): Promise<void>;
}
