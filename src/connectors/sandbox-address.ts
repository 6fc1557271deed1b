/**
 * Where this process reaches the simulated operators. With an ephemeral port it is known only once they listen, which
 * is after the connectors were made; until then nothing can be asked.
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
