import { orderPanel } from '#shared/messages/zh/order-panel.ts'
import { printDialog } from '#shared/messages/zh/print-dialog.ts'
import { shipping } from '#shared/messages/zh/shipping.ts'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'bun:test'

/** Texts with a day, a month or a year where the test has a name: Chinese dates have no spaces, such as 9月23日. */
const ofDates = [
  'account.login.due',
  'closing.accountingPackageTitle',
  'closing.asOf',
  'closing.closeTitle',
  'closing.closed',
  'closing.missing',
  'closing.monthName',
  'closing.rejectTitle',
  'closing.reopenTitle',
  'closing.reopened',
  'common.day',
  'common.factorDue',
  'disputes.respondBy',
  'fieldAnswers.month-closed',
  'finance.dayOfMonth',
  'finance.days',
  'finance.since',
  'finance.until',
  'home.comparedWith',
  'home.disputeHint',
  'home.emptyPeriod',
  'home.placedThrough',
  'home.showMonth',
  'home.todayComparedWith',
  'home.units.month',
  'home.units.quarter',
  'home.units.year',
  'ledger.charts.agesAt',
  'ledger.groups.before',
  'ledger.groups.units.month',
  'ledger.groups.units.quarter',
  'ledger.groups.units.week',
  'ledger.groups.units.year',
  'ledger.late',
  'ledger.templates.dueOn',
  'ledger.templates.missed',
  'ledger.templates.monthly',
  'ledger.templates.restore',
  'matching.equation.until',
  'matching.opening.text',
  'monthName',
  'orderPanel.actions.onHoldUntil',
  'problems.own-reopening.detail',
  'problems.period-already-closed.detail',
  'problems.period-not-closed.detail',
  'problems.period-not-over.detail',
  'problems.period-out-of-order.detail',
  'staff.since',
  'templates.dueOn',
  'templates.missed',
  'templates.monthly',
  'templates.restore',
]

/** Texts with a word that is always Chinese. */
const ofWords = [
  'closing.sectionTotal',
  'imports.refused.customer.again',
  'ledger.entryPanel.copy',
  'orderPanel.duplicates.reason',
  'returns.received',
]

const folder = join(import.meta.dir, '../../../src/shared/messages/zh')
const latinName = 'Kontor'
const touching = /\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u

/** A text that is also an object whose fields are this text. */
const sample: unknown = new Proxy(Object(latinName) as object, {
  get: (text, key) => {
    const own = Reflect.get(text, key) as unknown
    if (typeof own === 'function') return own.bind(latinName) as unknown
    return own === undefined && typeof key === 'string' ? latinName : own
  },
})

/** The texts of a module with their paths; functions are called with a Latin name for everything. */
function* listTexts(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'function')
    for (const parameters of [Array(4).fill(sample), [[latinName, latinName, latinName]]])
      try {
        const result: unknown = value(...parameters)
        yield* listTexts(Array.isArray(result) ? result.map(String).join('') : result, path)
        break
      } catch {
        // Needs other parameters.
      }
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* listTexts(each, `${path}.${name}`)
}

test('Chinese texts have a space beside Latin letters, also of names', async () => {
  const found = new Set<string>()
  let count = 0
  for (const file of readdirSync(folder)) {
    const module = (await import(join(folder, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(module))
      for (const [path, text] of listTexts(value, name)) {
        count += 1
        if (touching.test(text)) found.add(path)
      }
  }
  expect(count).toBeGreaterThan(2000)
  expect([...found].toSorted()).toEqual([...ofDates, ...ofWords].toSorted())
})

test('Chinese names of carriers and sellers have no space beside Chinese words', () => {
  const { carriers } = shipping
  expect([
    orderPanel.ship.doneText('SO261120-00006', '顺丰速运'),
    ...[carriers.added, carriers.removeNamed, carriers.removed].map((toText) => toText('顺丰速运')),
    printDialog.seller.named('青禾生活用品有限公司'),
  ]).toEqual([
    'SO261120-00006 已交顺丰速运。',
    '已添加顺丰速运。',
    '删除顺丰速运',
    '已删除顺丰速运。',
    '账单由青禾生活用品有限公司开具。',
  ])
})
