/** How often each size is tried: what else the machine does makes a run slower, never faster. */
const rounds = 5;

/** How often the sizes are compared again: memory that is collected in one comparison counts in none of the others. */
const comparisons = 4;

/** Work that is less than this, in milliseconds of processor time, says nothing of its growth. */
const leastWork = 1;

/**
 * Compares the work of two sizes of a problem by the processor time that this thread spends on them,
 * which a busy machine does not change as it does the time of the clock. Work in proportion to the size
 * gives about `factor`, work that grows with the square gives `factor` squared.
 *
 * @returns how many times as much work `factor * size` is as `size`
 */
export function growthOfWork(run: (size: number) => void, size: number, factor: number): number {
  let growth = Infinity;
  for (let count = 0; count < comparisons && growth > factor * 1.5; count++) {
    const small = leastWorkOf(() => run(size));
    growth = Math.min(growth, leastWorkOf(() => run(size * factor)) / Math.max(small, leastWork));
  }
  return growth;
}

function leastWorkOf(run: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const start = processorTime();
    run();
    return processorTime() - start;
  });
  return Math.min(...times);
}

/** Milliseconds of this thread; of the process where Node (before 23.9) does not tell them apart. */
function processorTime(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}
