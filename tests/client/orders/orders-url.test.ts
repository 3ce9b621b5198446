import { formatAddress } from '#client/orders/format-address.ts'
import { countActiveFilters, openHrefPrefix, findTab } from '#client/orders/orders-url.ts'
import { ordersPageQuery } from '#shared/orders/inputs.ts'
import { orderTabs } from '#shared/orders/tabs.ts'
import { reimsAddress } from '#tests/client/orders/sample-orders.ts'
import { describe, expect, test } from 'bun:test'

describe('the address of the list', () => {
  test('of each tab is known again as that tab', () => {
    for (const [name, filter] of Object.entries(orderTabs))
      expect(findTab(ordersPageQuery.parse(filter)) as string).toBe(name)
  })

  test('begins with the question mark also where nothing is filtered', () => {
    expect(openHrefPrefix(ordersPageQuery.parse({}))).toBe('?order=')
    expect(openHrefPrefix(ordersPageQuery.parse({ q: 'a&b', order: 'SO1', import: '1' }))).toBe('?q=a%26b&order=')
  })

  test('counts the days as one filter and leaves the word to its own field', () => {
    expect(
      countActiveFilters(ordersPageQuery.parse({ q: 'paul', from: '2026-01-01', to: '2026-02-01', status: 'open' })),
    ).toBe(2)
  })
})

describe('a postal address', () => {
  test('runs from the name up to the country, and says a firm once', () => {
    expect(formatAddress(reimsAddress)).toBe(
      "Paul Henriot, Vins et alcools Chevalier, 59 rue de l'Abbaye, 51100 Reims, France",
    )
    expect(formatAddress({ ...reimsAddress, name: reimsAddress.company })).toStartWith(
      "Vins et alcools Chevalier, 59 rue de l'Abbaye",
    )
  })

  test('in Chinese runs from the country down to the door and the name, and says a city that is a province once', () => {
    const address = {
      ...reimsAddress,
      name: '陈嘉怡',
      company: '',
      line1: '文三路 478 号',
      country: '中国',
      province: '上海',
      city: '上海',
      postcode: '',
    }
    expect(formatAddress(address)).toBe('中国上海文三路 478 号，陈嘉怡')
    expect(formatAddress({ ...address, country: 'CN' })).toBe('CN 上海文三路 478 号，陈嘉怡')
  })

  test('of which nothing is known is empty', () => {
    const nothing = {
      name: '',
      company: '',
      phone: '',
      line1: '',
      line2: '',
      city: '',
      province: '',
      postcode: '',
      country: '',
    }
    expect(formatAddress(nothing)).toBe('')
  })
})
