import {
  isKnownCarrier,
  isTrackingUrl,
  listCarrierNames,
  toCarrierKey,
  trackingUrlOf,
} from '#shared/orders/carriers.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

describe('the tracking page', () => {
  test('is found by any name of a carrier, in both languages', () => {
    for (const carrier of ['SF Express', 'sf express', '顺丰速运', '顺丰', 'ＳＦ'])
      expect(trackingUrlOf({ carrier, trackingNumber: 'SF 1' }, [])).toBe(
        'https://www.sf-express.com/chn/sc/waybill/waybill-detail/SF1',
      )
    for (const locale of ['en', 'zh'] as const)
      for (const carrier of listCarrierNames(locale)) {
        const url = trackingUrlOf({ carrier, trackingNumber: '1' }, [])
        if (url !== null) expect(isTrackingUrl(url.replace(/1$/, '{number}'))).toBe(true)
      }
  })

  test('of an added carrier takes precedence', () => {
    const added = [
      { name: 'Own van', trackingUrl: 'https://van.example/{number}' },
      { name: 'dhl', trackingUrl: 'https://nolp.example/{number}' },
    ]
    expect(['Own Van', 'DHL', 'Own bike'].map((name) => isKnownCarrier(name, added))).toEqual([true, true, false])
    expect(trackingUrlOf({ carrier: 'DHL', trackingNumber: 'JD01' }, added)).toBe('https://nolp.example/JD01')
  })

  test('does not exist for an unknown carrier or without a number', () => {
    expect(trackingUrlOf({ carrier: 'Own van', trackingNumber: '1' }, [])).toBeNull()
    expect(trackingUrlOf({ carrier: 'DHL', trackingNumber: ' ' }, [])).toBeNull()
    // Its page asks for the number in a form.
    expect(trackingUrlOf({ carrier: '圆通速递', trackingNumber: '1' }, [])).toBeNull()
  })

  test('stays on the site of the carrier whatever the number is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (trackingNumber) => {
        const url = trackingUrlOf({ carrier: 'UPS', trackingNumber }, [])
        expect(url === null || new URL(url).href.startsWith('https://www.ups.com/track?tracknum=')).toBe(true)
      }),
    )
  })
})

test('the names of carriers are sorted in English, and begin with Chinese carriers in Chinese', () => {
  const names = listCarrierNames('en')
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(listCarrierNames('zh')[0]).toBe('顺丰速运')
  expect(new Set(listCarrierNames('zh')).size).toBe(names.length)
})

test.each([
  ['https://example.com/{number}', true],
  ['https://example.com/?a={number}&b={number}', true],
  ['https://example.com/', false],
  ['http://example.com/{number}', false],
  ['javascript:alert({number})', false],
  ['https://{number}.example.com/', false],
  ['https://user:pass@example.com/{number}', false],
  ['https://{number}@example.com/{number}', false],
  ['https://', false],
  ['https://exa mple.com/{number}', false],
  [' https://example.com/{number}', false],
])('%s is a tracking URL: %p', (text, expected) => {
  expect(isTrackingUrl(text)).toBe(expected)
})

test('a carrier is known by any of its names, or if it was added', () => {
  const added = [{ name: 'Own van', trackingUrl: 'https://van.example/{number}' }]
  expect(['dhl', '顺丰', 'own VAN', 'Express', ''].map((name) => isKnownCarrier(name, added))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('names differ only by more than case, width and spaces', () => {
  expect(toCarrierKey(' J&T  Express')).toBe(toCarrierKey('j&t express'))
})
