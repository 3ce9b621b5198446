// In the binary a worker is found only beside the entry, so all are in this folder. `smol` collects garbage earlier.

/** Starts a thread that runs `verify-worker.ts`. */
export const startVerifyWorker = (): Worker =>
  new Worker(new URL('./verify-worker.ts', import.meta.url), { smol: true })

/** Starts a thread that runs `import-worker.ts`. */
export const startImportWorker = (): Worker =>
  new Worker(new URL('./import-worker.ts', import.meta.url), { smol: true })
