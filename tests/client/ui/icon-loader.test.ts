import { createIconLoader } from '#client/ui/icon-loader.ts'
import { describe, expect, test } from 'bun:test'

const truck = { body: '<path d="M0 0"/>' }

/** A loader with manual scheduling; `answer` returns the server's response. */
function createTestLoader(answer: (url: string) => Promise<Response>) {
  const requests: string[] = []
  const scheduled: (() => void)[] = []
  const load = createIconLoader({
    fetch: (url) => {
      requests.push(url)
      return answer(url)
    },
    schedule: (run) => scheduled.push(run),
    timeoutMs: 1500,
  })
  return { load, requests, flush: () => scheduled.splice(0).forEach((run) => run()) }
}

const known = async (): Promise<Response> =>
  Response.json({ prefix: 'lucide', icons: { truck, gift: { body: 'gift' } } })

describe('icons named by data', () => {
  test('are batched into one request per collection', async () => {
    const { load, requests, flush } = createTestLoader(known)
    const wanted = [load('lucide:truck'), load('lucide:gift'), load('lucide:truck'), load('brand:kontor')]
    flush()
    expect(await Promise.all(wanted)).toEqual([truck.body, 'gift', truck.body, undefined])
    expect(requests).toEqual(['/api/_icon/lucide.json?icons=truck,gift', '/api/_icon/brand.json?icons=kontor'])
  })

  test('are fetched once, however often they are rendered', async () => {
    const { load, requests, flush } = createTestLoader(known)
    const first = load('lucide:truck')
    flush()
    await first
    expect(await load('lucide:truck')).toBe(truck.body)
    flush()
    expect(requests).toHaveLength(1)
  })

  test('are missing when the name is unknown or the request fails', async () => {
    const { load, flush } = createTestLoader(async () => new Response(null, { status: 204 }))
    const wanted = load('lucide:no-such-icon')
    flush()
    expect(await wanted).toBeUndefined()
  })

  test('are missing after the timeout, and fetched again by a later render', async () => {
    let late = true
    const { load, requests, flush } = createTestLoader(async () => {
      if (late) throw new DOMException('too late', 'TimeoutError')
      return known()
    })
    const wanted = load('lucide:truck')
    flush()
    expect(await wanted).toBeUndefined()
    late = false
    const again = load('lucide:truck')
    flush()
    expect(await again).toBe(truck.body)
    expect(requests).toHaveLength(2)
  })

  test('must have plain names: nothing else gets into the URL', async () => {
    const { load, requests, flush } = createTestLoader(known)
    for (const name of ['truck', 'lucide:', 'lucide:../x', 'lucide:a,b', 'LUCIDE:truck', ''])
      expect(await load(name)).toBeUndefined()
    flush()
    expect(requests).toEqual([])
  })
})
