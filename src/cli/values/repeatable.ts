/** An option that may be given several times; each value is checked by itself. */
export function repeatable<T>(parse: (text: string) => T): (text: string, previous: T[] | undefined) => T[] {
  return (text, previous = []) => [...previous, parse(text)];
}
