import { emptyScan, type ScanState, takeScan } from '#client/jobs/scan-parcels.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, spyOn, test } from 'bun:test'

onSqlite((open) => {
  test('a scanned order ships with the next scan, and mistakes are named and change nothing', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    await importAsOperator(kontor, [
      createDraft(1),
      createDraft(2),
      createDraft(3, { status: 'cancelled', payment: null, cancelledAt: createDraft(3).placedAt }),
    ])
    const packer = await createUser('owner')
    using _fetch = spyOn(globalThis, 'fetch').mockImplementation(((url: string, init: RequestInit) =>
      packer.fetch(url, init)) as unknown as typeof fetch)
    const [first, second, third] = ['SO260301-00001', 'SO260301-00002', 'SO260301-00003']
    let state: ScanState = emptyScan
    const scan = async (text: string, carrier = 'SF Express') => {
      state = await takeScan(state, text, carrier)
      const { last } = state
      return last?.kind === 'error' ? last.error : last?.kind
    }
    expect(await scan('SO260301-00099')).toEqual({ type: 'order-missing' })
    expect(await scan('773311')).toEqual({ type: 'order-missing' })
    expect(await scan(third ?? '')).toEqual({ type: 'not-shippable', reason: 'cancelled' })
    expect(await scan(` ${first?.toLowerCase()} `)).toBe('order')
    expect(await scan(second ?? '')).toEqual({ type: 'order-scanned' })
    expect(await scan('SF1001', '')).toEqual({ type: 'carrier-missing' })
    expect(await scan('SF1001')).toBe('shipped')
    // The number of the shop, with or without its sign.
    expect(await scan(createDraft(2).externalNumber)).toBe('order')
    expect(await scan('SF1001')).toEqual({ type: 'parcel-repeated' })
    expect(await scan('SF1002')).toBe('shipped')
    expect(state.parcels).toEqual([
      { order: second ?? '', trackingNumber: 'SF1002' },
      { order: first ?? '', trackingNumber: 'SF1001' },
    ])
    expect(await scan(first ?? '')).toEqual({ type: 'not-shippable', reason: 'completed' })
  })
})
