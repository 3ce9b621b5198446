import { fillCustomer } from '#client/orders/dialogs/suggest-customers.ts'
import { emptyProfile } from '#shared/customers/profile.ts'
import type { CustomerRow } from '#shared/customers/views.ts'
import { find, setUpDom, type } from '#tests/client/dom.tsx'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

const addressKeys = ['name', 'company', 'line1', 'line2', 'postcode', 'city', 'province', 'country', 'phone']

const row = (name: string): CustomerRow => ({
  number: `CU-${name}`,
  name,
  email: '',
  phone: '',
  city: '',
  country: '',
  company: '',
  orderCount: 0,
  lastOrderAt: null,
})

describe('the address of a chosen customer', () => {
  setUpDom()
  const realFetch = globalThis.fetch
  /** Of the requests so far, by the customer that they ask for. */
  let answers: Map<string, PromiseWithResolvers<Response>>

  beforeEach(() => {
    answers = new Map()
    globalThis.fetch = (async (url: string, init: RequestInit) => {
      init.signal?.throwIfAborted()
      const answer = Promise.withResolvers<Response>()
      init.signal?.addEventListener('abort', () => answer.reject(init.signal?.reason))
      answers.set(url.replace('/api/customers/CU-', ''), answer)
      return answer.promise
    }) as typeof fetch
    const names = ['customerName', 'email', 'phone', ...addressKeys.map((key) => `shippingAddress[${key}]`)]
    document.body.innerHTML = `<form>${names.map((name) => `<input name="${name}">`).join('')}</form>`
  })
  afterEach(() => {
    globalThis.fetch = realFetch
  })

  const choose = (name: string) => Promise.allSettled([fillCustomer(row(name), find<HTMLFormElement>('form'))])
  const answer = (name: string, city: string): void =>
    answers.get(name)?.resolve(Response.json({ name, orders: [], profile: { ...emptyProfile, city } }))
  const read = () =>
    ['customerName', 'shippingAddress[city]'].map((name) => find<HTMLInputElement>(`[name="${name}"]`).value)

  test('is that of the last one, even if the answer about an earlier one comes later', async () => {
    const chosen = [choose('Anna')]
    await Bun.sleep(0)
    chosen.push(choose('Bo'))
    await Bun.sleep(0)
    answer('Bo', 'Bremen')
    await Bun.sleep(0)
    answer('Anna', 'Aachen')
    expect((await Promise.all(chosen)).flat().map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(read()).toEqual(['Bo', 'Bremen'])
  })

  test('is not that of another one if it does not load', async () => {
    const first = choose('Anna')
    await Bun.sleep(0)
    answer('Anna', 'Aachen')
    await first
    expect(read()).toEqual(['Anna', 'Aachen'])
    const second = choose('Bo')
    await Bun.sleep(0)
    answers.get('Bo')?.resolve(new Response('', { status: 502 }))
    await second
    expect(read()).toEqual(['Bo', ''])
  })

  test('stays as it was typed', async () => {
    await type('[name="shippingAddress[city]"]', 'Celle')
    const chosen = choose('Anna')
    await Bun.sleep(0)
    answer('Anna', 'Aachen')
    await chosen
    expect(read()).toEqual(['Anna', 'Celle'])
  })
})
