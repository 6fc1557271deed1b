/** `host:port` texts, as the configuration has checked them, for ioredis. */
export function hostsAndPorts(nodes: readonly string[]): { host: string; port: number }[] {
  return nodes.map((node) => {
    const colon = node.lastIndexOf(':');
    return { host: node.slice(0, colon), port: Number(node.slice(colon + 1)) };
  });
}
