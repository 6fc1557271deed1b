// Statistics of the benchmarks' samples.

export function quantile(values, fraction) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))];
}

/**
 * The 95 % confidence interval of `ratio(a, b)` of two kinds of rounds, by bootstrap. Samples that are close in time are correlated, so blocks are
 * drawn instead of single samples, each from its own pair of rounds: a change of the machine's speed affects both.
 * @param pairs `[a, b]` for each pair of rounds, each a list of blocks, each a list of samples.
 */
export function bootstrapRatio(pairs, ratio, draws = 2000) {
  const ratios = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const [a, b] = [[], []];
    for (let index = 0; index < pairs.length; index += 1) {
      const pair = randomItem(pairs);
      for (const [from, to] of [
        [pair[0], a],
        [pair[1], b],
      ]) {
        for (let block = 0; block < from.length; block += 1) to.push(...randomItem(from));
      }
    }
    ratios.push(ratio(a, b));
  }
  return [quantile(ratios, 0.025), quantile(ratios, 0.975)];
}

const randomItem = (list) => list[Math.floor(Math.random() * list.length)];
