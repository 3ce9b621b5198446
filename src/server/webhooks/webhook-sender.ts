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

export const createWebhookSender = (kontor: Kontor): WebhookSender => new Sender(kontor)

class Sender implements WebhookSender {
  readonly counts = { delivered: 0, failed: 0 }
  readonly #kontor: Kontor
  readonly #policy: ReturnType<typeof createAddressPolicy>
  readonly #lanes = new Map<string, Lane>()
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  #isLooking = false
  #isWoken = false

  constructor(kontor: Kontor) {
    this.#kontor = kontor
    this.#policy = createAddressPolicy(kontor.config.webhookNetworks)
    kontor.database.beforeClose(() => {
      this.#stop.abort()
      return this.idle()
    })
  }

  wake(): void {
    this.#isWoken = true
    if (this.#isLooking || this.#stop.signal.aborted) return
    this.#track(
      this.#look().finally(() => {
        this.#isLooking = false
      }),
    )
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #look(): Promise<void> {
    const { database, now } = this.#kontor
    this.#isLooking = true
    while (this.#isWoken && !this.#stop.signal.aborted) {
      this.#isWoken = false
      for (const id of await listDueWebhooks(database.read, now())) this.#startWorkers(id)
    }
  }

  #startWorkers(webhookId: string): void {
    const lane = this.#lanes.getOrInsertComputed(webhookId, () => ({ running: 0, failures: 0, pausedUntil: 0 }))
    if (isPaused(lane, this.#kontor.now())) return
    const wanted = lane.failures < failuresBeforePause ? maxConcurrent : 1
    while (lane.running < wanted) {
      lane.running += 1
      this.#track(
        this.#sendAll(webhookId, lane).finally(() => {
          lane.running -= 1
        }),
      )
    }
  }

  /** Sends one delivery after the other until none is due, or the receiver has failed too often. */
  async #sendAll(webhookId: string, lane: Lane): Promise<void> {
    const { now } = this.#kontor
    const { signal } = this.#stop
    while (!signal.aborted && !isPaused(lane, now())) {
      const claimed = await claimNext(this.#kontor, webhookId)
      if (!claimed) return
      const hasSucceeded = await attemptDelivery(this.#kontor, claimed, { policy: this.#policy, signal })
      this.counts[hasSucceeded ? 'delivered' : 'failed'] += 1
      lane.failures = hasSucceeded ? 0 : lane.failures + 1
      if (lane.failures >= failuresBeforePause) lane.pausedUntil = now() + pauseMs
    }
  }

  /** Keeps a promise in the set until it settles. A failed delivery is tried again when its lease ends. */
  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#kontor.log.error('webhook delivery stopped', { error: String(error) })
      })
      .finally(() => this.#running.delete(tracked))
    this.#running.add(tracked)
  }
}

/** A pause that is longer than it can be is from when the clock was ahead. */
const isPaused = ({ pausedUntil }: Lane, now: number): boolean => pausedUntil > now && pausedUntil <= now + pauseMs

/** Sends what is due, now and then periodically: what waits for another attempt, and what a process that was killed has left. */
export function startSendingWebhooks({ webhooks }: Kontor): ReturnType<typeof setInterval> {
  webhooks?.wake()
  return setInterval(() => webhooks?.wake(), pollIntervalMs)
}
