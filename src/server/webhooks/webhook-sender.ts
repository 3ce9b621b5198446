import type { Kontor } from '#server/context.ts'
import { attemptDelivery, claimNext } from '#server/webhooks/attempt-delivery.ts'
import { createAddressPolicy } from '#server/webhooks/address-policy.ts'
import { listDueWebhooks } from '#server/webhooks/delivery-store.ts'
import { failuresBeforePause, pauseMs } from '#server/webhooks/retry.ts'

/** How many deliveries this process sends to one webhook at once: a slow receiver delays no other. */
const maxConcurrent = 4
const pollIntervalMs = 15_000

/** Sends what is due, for all webhooks at once. */
export interface WebhookSender {
  /** Looks for deliveries that are due. Several processes can do it at once: each delivery is claimed by one of them. */
  wake(): void
  /** Resolves once everything has been tried that was due when it was woken. */
  idle(): Promise<void>
  /** Attempts of this process. */
  readonly counts: { delivered: number; failed: number }
}

/** The deliveries to one webhook. */
interface Lane {
  running: number
  /** Failures in a row. */
  failures: number
  pausedUntil: number
}

export function createWebhookSender(kontor: Kontor): WebhookSender {
  const { database, log, now, config } = kontor
  const policy = createAddressPolicy(config.webhookNetworks)
  const lanes = new Map<string, Lane>()
  const running = new Set<Promise<void>>()
  const stop = new AbortController()
  const counts = { delivered: 0, failed: 0 }
  let isLooking = false
  let isWoken = false

  async function look(): Promise<void> {
    isLooking = true
    while (isWoken && !stop.signal.aborted) {
      isWoken = false
      for (const id of await listDueWebhooks(database.read, now())) startWorkers(id)
    }
  }

  function startWorkers(webhookId: string): void {
    const lane = lanes.getOrInsertComputed(webhookId, () => ({ running: 0, failures: 0, pausedUntil: 0 }))
    if (lane.pausedUntil > now()) return
    const wanted = lane.failures < failuresBeforePause ? maxConcurrent : 1
    while (lane.running < wanted) {
      lane.running += 1
      track(
        sendAll(webhookId, lane).finally(() => {
          lane.running -= 1
        }),
      )
    }
  }

  /** Sends one delivery after the other until none is due, or the receiver has failed too often. */
  async function sendAll(webhookId: string, lane: Lane): Promise<void> {
    while (!stop.signal.aborted && lane.pausedUntil <= now()) {
      const claimed = await claimNext(kontor, webhookId)
      if (!claimed) return
      const hasSucceeded = await attemptDelivery(kontor, claimed, { policy, signal: stop.signal })
      counts[hasSucceeded ? 'delivered' : 'failed'] += 1
      lane.failures = hasSucceeded ? 0 : lane.failures + 1
      if (lane.failures >= failuresBeforePause) lane.pausedUntil = now() + pauseMs
    }
  }

  /** Keeps a promise in the set until it settles. A failed delivery is tried again when its lease ends. */
  function track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        if (!stop.signal.aborted) log.error('webhook delivery stopped', { error: String(error) })
      })
      .finally(() => running.delete(tracked))
    running.add(tracked)
  }

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running)
  }
  database.beforeClose(() => {
    stop.abort()
    return idle()
  })
  return {
    wake() {
      isWoken = true
      if (isLooking || stop.signal.aborted) return
      track(
        look().finally(() => {
          isLooking = false
        }),
      )
    },
    idle,
    counts,
  }
}

/** Sends what is due, now and then periodically: what waits for another attempt, and what a process that was killed has left. */
export function startSendingWebhooks({ webhooks }: Kontor): ReturnType<typeof setInterval> {
  webhooks?.wake()
  return setInterval(() => webhooks?.wake(), pollIntervalMs)
}
