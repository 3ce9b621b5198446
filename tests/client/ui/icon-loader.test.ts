import { createIconLoader } from '#client/ui/icon-loader.ts'
import { describe, expect, test } from 'bun:test'

const truck = { body: '<path d="M0 0"/>' }

/** A loader whose requests leave when it is told; `answer` gives what the server says. */
function loaderWith(answer: (url: string) => Promise<Response>) {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const load = createIconLoader({
    fetch: (url) => {
      asked.push(url)
      return answer(url)
    },
    schedule: (run) => waiting.push(run),
    timeoutMs: 1500,
  })
  return { load, asked, leave: () => waiting.splice(0).forEach((run) => run()) }
}

const known = async (): Promise<Response> =>
  Response.json({ prefix: 'lucide', icons: { truck, gift: { body: 'gift' } } })

describe('icons that data names', () => {
  test('are fetched together, one request a collection', async () => {
    const { load, asked, leave } = loaderWith(known)
    const wanted = [load('lucide:truck'), load('lucide:gift'), load('lucide:truck'), load('brand:kontor')]
    leave()
    expect(await Promise.all(wanted)).toEqual([truck.body, 'gift', truck.body, undefined])
    expect(asked).toEqual(['/api/_icon/lucide.json?icons=truck,gift', '/api/_icon/brand.json?icons=kontor'])
  })

  test('are asked for once, however often they are drawn', async () => {
    const { load, asked, leave } = loaderWith(known)
    const first = load('lucide:truck')
    leave()
    await first
    expect(await load('lucide:truck')).toBe(truck.body)
    leave()
    expect(asked).toHaveLength(1)
  })

  test('are missing when there is none of that name, or nothing came', async () => {
    const { load, leave } = loaderWith(async () => new Response(null, { status: 204 }))
    const wanted = load('lucide:no-such-icon')
    leave()
    expect(await wanted).toBeUndefined()
  })

  test('are missing when they do not come in time, and asked for again by a later screen', async () => {
    let late = true
    const { load, asked, leave } = loaderWith(async () => {
      if (late) throw new DOMException('too late', 'TimeoutError')
      return known()
    })
    const wanted = load('lucide:truck')
    leave()
    expect(await wanted).toBeUndefined()
    late = false
    const again = load('lucide:truck')
    leave()
    expect(await again).toBe(truck.body)
    expect(asked).toHaveLength(2)
  })

  test('have plain names: nothing else reaches the address', async () => {
    const { load, asked, leave } = loaderWith(known)
    for (const name of ['truck', 'lucide:', 'lucide:../x', 'lucide:a,b', 'LUCIDE:truck', ''])
      expect(await load(name)).toBeUndefined()
    leave()
    expect(asked).toEqual([])
  })
})
