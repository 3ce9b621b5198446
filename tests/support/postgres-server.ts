/** A throw-away PostgreSQL as a test service: leaves neither process nor file behind. */
import { createCluster } from '#tests/support/postgres-cluster.ts'
import { serveUntilStopped } from '#tests/support/test-service.ts'
import { tmpdir } from 'node:os'

try {
  const cluster = createCluster([tmpdir(), '/dev/shm', '/tmp', '/var/tmp'])
  try {
    await serveUntilStopped(cluster.start())
  } finally {
    cluster.remove()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
