/** Places of steps as a replay writes them: `3,7-9`. */
export function listOf(indexes: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const index of indexes) {
    const last = runs.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** @throws RangeError for any other text. */
export function indexesOf(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(part.trim()) ?? [];
    if (from === undefined) throw new RangeError(`"${part}" is no step and no range of steps`);
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, place) => Number(from) + place);
  });
}
