import { acquireServerLock } from '#server/db/server-lock.ts'

/** Serves the data folder named on the command line, until it is killed. */
acquireServerLock(process.argv[2] as string)
Bun.gc(true)
process.stdout.write('held\n')
setInterval(() => {}, 60_000)
