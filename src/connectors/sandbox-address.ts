/**
 * The address of the simulated parties for this process. With an ephemeral port it is null until they listen, which is after the connectors were
 * made.
 */
export class SandboxAddress {
  constructor(private url: string | null = null) {}

  current(): string | null {
    return this.url;
  }

  set(url: string): void {
    this.url = url;
  }
}
