/** Whether the path is one of these paths or below it. Express also matches paths in capitals. */
export function isBelow(paths: readonly string[], requestPath: string): boolean {
  const path = requestPath.toLowerCase();
  return paths.some((parent) => path === parent || path.startsWith(`${parent}/`));
}
