import { startTestService } from '#tests/support/test-service.ts'
import { type Browser, chromium } from 'playwright'

let browserPromise: Promise<Browser> | undefined

/** The one Chromium of a run: that of `TEST_CHROMIUM_URL`, else one that starts with the first call. Create contexts; never close it. */
export function getBrowser(): Promise<Browser> {
  browserPromise ??= connect()
  return browserPromise
}

async function connect(): Promise<Browser> {
  return chromium.connect(process.env['TEST_CHROMIUM_URL'] ?? (await startTestService('chromium-server.ts')).url)
}
