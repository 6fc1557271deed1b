/**
 * The base URL of the simulated acquirer and operators for this process. With an ephemeral port, the URL is null until the simulators listen. The
 * connectors are created before that time.
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
