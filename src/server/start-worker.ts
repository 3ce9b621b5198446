// In the binary a worker is found only beside the entry, so all of them are in this folder. `smol` collects garbage earlier.

/** Starts a thread that runs `verify-worker.ts`. */
export const startVerifyWorker = (): Worker =>
  new Worker(new URL('./verify-worker.ts', import.meta.url), { smol: true })

/** Starts a thread that runs `write-worker.ts`. */
export const startWriteWorker = (): Worker => new Worker(new URL('./write-worker.ts', import.meta.url), { smol: true })
