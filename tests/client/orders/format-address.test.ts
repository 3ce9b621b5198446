import { formatAddress } from '#client/orders/format-address.ts'
import type { Address } from '#shared/orders/views.ts'
import { expect, test } from 'bun:test'

const shanghai: Address = {
  name: '刘思远',
  company: '',
  phone: '',
  line1: '徐汇区安福路 201 号',
  line2: '',
  city: '上海',
  province: '上海',
  postcode: '200031',
  country: 'CN',
}
const portland: Address = {
  name: 'Marcus Webb',
  company: '',
  phone: '',
  line1: '1820 SW Vista Avenue',
  line2: '',
  city: 'Portland',
  province: 'OR',
  postcode: '97205',
  country: 'US',
}

test('an address is written in the order of its language, with the phone number last', () => {
  expect(formatAddress(shanghai, [], '13800010002')).toBe('上海徐汇区安福路 201 号，200031，刘思远，13800010002')
  expect(formatAddress(portland, [], '+1 503 555 0100')).toBe(
    'Marcus Webb, 1820 SW Vista Avenue, 97205 Portland, OR, US, +1 503 555 0100',
  )
})

test('a Chinese address names a country other than China', () => {
  expect(formatAddress({ ...shanghai, city: '新加坡', province: '', country: 'SG' }, [])).toStartWith('SG 新加坡')
  expect(formatAddress(shanghai, [])).toBe('上海徐汇区安福路 201 号，200031，刘思远')
})

test('a country is called by its name, and as it is stored where that is not known', () => {
  const inEnglish = [
    { stored: 'US', name: 'United States' },
    { stored: 'CN', name: 'China' },
  ]
  expect(formatAddress(portland, inEnglish)).toEndWith('Portland, OR, United States')
  expect(formatAddress({ ...portland, country: 'Neverland' }, inEnglish)).toEndWith('Portland, OR, Neverland')
  expect(formatAddress(shanghai, inEnglish)).toBe('上海徐汇区安福路 201 号，200031，刘思远')
  const inChinese = [{ stored: 'SG', name: '新加坡' }]
  expect(formatAddress({ ...shanghai, city: '乌节路', province: '', country: 'SG' }, inChinese)).toStartWith(
    '新加坡乌节路',
  )
})

test('an empty address is empty', () => {
  const empty = Object.fromEntries(Object.keys(shanghai).map((key) => [key, ''])) as unknown as Address
  expect(formatAddress(empty, [])).toBe('')
})
