/** Splits texts of the form `host:port`, which the configuration has validated. */
export function hostsAndPorts(nodes: readonly string[]): { host: string; port: number }[] {
  return nodes.map((node) => {
    const colon = node.lastIndexOf(':');
    return { host: node.slice(0, colon), port: Number(node.slice(colon + 1)) };
  });
}
