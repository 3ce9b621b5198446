/** `npm run dev`: builds the client and runs the server from sources, and repeats both after every change in `src`. */
import { watch } from 'node:fs'

const debounceMs = 100
let server: Bun.Subprocess | undefined
let isStopping = false

/** Builds and serves in child processes, because this process would keep the modules it has already imported. */
async function restart(): Promise<void> {
  server?.kill()
  await server?.exited
  const build = Bun.spawn([process.execPath, 'src/server/build/build.ts', '--client'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await build.exited) !== 0 || isStopping) return
  server = Bun.spawn([process.execPath, 'src/server/main.ts', 'serve'], { stdio: ['ignore', 'inherit', 'inherit'] })
}

let restarting = restart()
let timer: Timer | undefined
watch('src', { recursive: true }, () => {
  clearTimeout(timer)
  timer = setTimeout(() => (restarting = restarting.then(restart)), debounceMs)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    isStopping = true
    server?.kill()
    await server?.exited
    process.exit(0)
  })
