/** An import that does not have to save memory takes 450 MB; the rest is for the file cache and for a server on the same machine. */
const ampleBytes = 2 * 1024 ** 3

/** Whether the machine, or the container that this process runs in, has so much memory that an import by command may use more of it to be faster. */
export const hasAmpleMemory = (): boolean =>
  Math.min(process.availableMemory(), process.constrainedMemory() || Number.POSITIVE_INFINITY) >= ampleBytes
