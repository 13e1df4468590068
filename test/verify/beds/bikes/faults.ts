// Name of the planted fault, if any (bench use only).
const active = process.env.FAULT ?? "";
let enabled = false;

export function enableFaults(): void {
  enabled = true;
}

export function fault(id: string): boolean {
  return enabled && active === id;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
