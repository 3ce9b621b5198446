import { validateValues } from '#client/api/contract.ts'
import { fields as english } from '#shared/messages/en/fields.ts'
import { fields as chinese } from '#shared/messages/zh/fields.ts'
import { expect, test } from 'bun:test'

const rate = { day: '2026-03-02', from: 'EUR', to: 'USD', rate: '1.0834', source: 'ECB' }
const settlement = {
  number: 'SO260302-00001',
  payment: 'PY260302-00001',
  version: '1',
  settlementAmount: '7.80',
  settlementCurrency: 'CNY',
}

test('says what to enter for an exchange rate', () => {
  expect(validateValues('setExchangeRate', { ...rate, rate: 'abc' }, english)).toEqual([
    { pointer: '/rate', detail: 'Enter a number above zero, such as 7.2345.' },
  ])
  expect(validateValues('setExchangeRate', { ...rate, to: 'EUR' }, english)).toEqual([
    { pointer: '/to', detail: 'Choose another currency.' },
  ])
  expect(validateValues('settlePayment', { ...settlement, settlementRate: 'abc' }, chinese)).toEqual([
    { pointer: '/settlementRate', detail: '请输入大于零的数字，例如 7.2345。' },
  ])
})
