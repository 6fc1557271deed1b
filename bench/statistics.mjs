// What the benchmarks say about samples.

export function quantile(values, part) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/**
 * The range that holds `ratio(a, b)` of two kinds of rounds in 95 of 100 runs, by bootstrap. What comes close together in time is slow
 * together, so blocks of samples are drawn and not single ones, each from its own pair of rounds: a drift of the machine hits both alike.
 * @param pairs `[a, b]` for each pair of rounds, each a list of blocks, each a list of samples.
 */
export function bootstrapRatio(pairs, ratio, draws = 2000) {
  const ratios = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const [a, b] = [[], []];
    for (let index = 0; index < pairs.length; index += 1) {
      const pair = any(pairs);
      for (const [from, to] of [
        [pair[0], a],
        [pair[1], b],
      ]) {
        for (let block = 0; block < from.length; block += 1) to.push(...any(from));
      }
    }
    ratios.push(ratio(a, b));
  }
  return [quantile(ratios, 0.025), quantile(ratios, 0.975)];
}

const any = (list) => list[Math.floor(Math.random() * list.length)];
