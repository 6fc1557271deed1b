/** Probes and the pages' assets: nobody wants to read about each of them. */
export function isUnlogged(url: string): boolean {
  return url === '/healthz' || url === '/readyz' || url.startsWith('/assets/');
}
