export function importTypeScript<T>(path: string): Promise<T>;
