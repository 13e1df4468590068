/** How often the small size is tried: what else the machine does makes a run slower, never faster. */
const rounds = 2;

/** How often the large size is tried at most: memory that is collected in one try counts in none of the others. */
const tries = 20;

/** Work that is less than this, in milliseconds of processor time, says nothing of its growth. */
const leastWork = 1;

/**
 * Compares the work of two sizes of a problem by the processor time that this thread spends on them,
 * which a busy machine does not change as it does the time of the clock. Work in proportion to the size
 * gives about `factor`, work that grows with the square gives `factor` squared.
 *
 * @param enough the growth that ends the tries. Default: one and a half times `factor`.
 * @returns how many times as much work `factor * size` is as `size`
 */
export function growthOfWork(
  run: (size: number) => void,
  size: number,
  factor: number,
  enough = factor * 1.5,
): number {
  // As much work as the large size should take: the system counts processor time in steps of milliseconds.
  const runSmall = (): void => {
    for (let count = 0; count < factor; count++) run(size);
  };
  const small = Math.min(...Array.from({ length: rounds }, () => workOf(runSmall))) / factor;
  let growth = Infinity;
  for (let count = 0; count < tries && growth > enough; count++)
    growth = Math.min(growth, workOf(() => run(size * factor)) / Math.max(small, leastWork));
  return growth;
}

function workOf(run: () => void): number {
  const start = processorTime();
  run();
  return processorTime() - start;
}

/** Milliseconds of this thread; of the process where Node (before 23.9) does not tell them apart. */
function processorTime(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}
