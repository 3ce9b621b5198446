import { actionHref, listAmounts, listPages, parseAction } from '#client/search/search-commands.ts'
import { common as commonEn } from '#shared/messages/en/common.ts'
import { search as en } from '#shared/messages/en/search.ts'
import { common as commonZh } from '#shared/messages/zh/common.ts'
import { search as zh } from '#shared/messages/zh/search.ts'
import { pageQueries } from '#shared/routes/page-queries.ts'
import { findPage, parseSearchParams } from '#shared/routes/pages.ts'
import { expect, test } from 'bun:test'

test('a text may begin with an action, in Chinese without a space', () => {
  expect(parseAction('refund SO260301-00001', en)).toEqual({ action: 'refund', rest: 'SO260301-00001' })
  expect(parseAction('  Pay 00018 ', en)).toEqual({ action: 'recordPayment', rest: '00018' })
  expect(parseAction('refund', en)).toEqual({ action: 'refund', rest: '' })
  expect(parseAction('退款SO260301-00001', zh)).toEqual({ action: 'refund', rest: 'SO260301-00001' })
  expect(parseAction('refund 1', zh)).toEqual({ action: 'refund', rest: '1' })
  for (const text of ['refunded 5', 'SO260301-00001', 'Shipley', '']) expect(parseAction(text, en)).toBeUndefined()
  expect(actionHref('refund', 'SO1')).toBe('/orders?order=SO1&action=refund')
  expect(actionHref('ship', 'SO1')).toBe('/orders?order=SO1')
})

test('an amount leads to the orders with this total and to the entries, as far as the user may see them', () => {
  const found = (text: string, isAllowed = true) => listAmounts(text, en, () => isAllowed).map((item) => item.href)
  const hrefs = ['/orders?amountFrom=1248.50&amountTo=1248.50', '/finance?q=1248.50']
  for (const text of ['1248.50', '1,248.50', '¥1,248.50', ' $ 1248.50 ']) expect(found(text)).toEqual(hrefs)
  expect(found('¥90')).toEqual(['/orders?amountFrom=90&amountTo=90', '/finance?q=90'])
  expect(found('1248.50', false)).toEqual([])
  for (const text of ['1248', '00018', '#1248.5', '12.48.50', '1,24.50', 'SO1.5', '']) expect(found(text)).toEqual([])
  expect(listAmounts('¥1,248', zh, () => true).map(({ label }) => label)).toEqual([
    '金额为 1,248 的订单',
    '财务明细：金额为 1,248 的流水',
  ])
})

test('pages are found by the beginning of a word, those that the user may see', () => {
  const labels = (text: string, isAllowed = true) =>
    listPages(text, en, commonEn, () => isAllowed).map(({ label }) => label)
  expect(labels('aud')).toEqual(['Users: Audit log'])
  expect(labels('orders')).toEqual(['Orders', 'Import orders', 'Export orders'])
  expect(labels('udit')).toEqual([])
  expect(labels('inv')).toEqual(['Invite a colleague', 'Users: Invitations'])
  expect(labels('statement')).toEqual(['Import statement'])
  expect(labels('', false)).toEqual(['Home', 'My account', 'Test'])
  expect(listPages('对账', zh, commonZh, () => true).map(({ label }) => label)).toEqual([
    '财务明细：对账',
    '导入对账单',
  ])
})

test('every page that is offered exists, with a query that it knows', () => {
  for (const { href } of listPages('', en, commonEn, () => true)) {
    const url = new URL(href, 'http://localhost')
    const page = findPage(url.pathname)
    expect([href, page !== undefined]).toEqual([href, true])
    if (page)
      expect([href, pageQueries[page].safeParse(parseSearchParams(url.searchParams)).success]).toEqual([href, true])
  }
})
