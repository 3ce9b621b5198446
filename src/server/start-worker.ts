/** Starts a thread that runs `verify-worker.ts`. In the binary a worker is found only beside the entry, so both are in this folder. `smol` collects garbage earlier. */
export const startVerifyWorker = (): Worker =>
  new Worker(new URL('./verify-worker.ts', import.meta.url), { smol: true })
