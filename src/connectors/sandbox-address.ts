/**
 * The base URL of the simulated acquirer and operators for this process. The connectors are created before the simulators listen. With an
 * ephemeral port, the URL is null until then.
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
