import { type Companion, startCompanion } from '#tests/support/companion.ts'
import { type Browser, chromium } from 'playwright'

let connected: Promise<Browser> | undefined

/** The run's one Chromium: that of `TEST_CHROMIUM_URL`, else one that starts with the first caller. Use contexts, never close it. */
export function browser(): Promise<Browser> {
  connected ??= connect()
  return connected
}

async function connect(): Promise<Browser> {
  return chromium.connect(process.env['TEST_CHROMIUM_URL'] ?? (await startChromium()).address)
}

/** Starts a Chromium; its address is that of its control socket. */
export const startChromium = (): Promise<Companion> => startCompanion('chromium-server.ts')
