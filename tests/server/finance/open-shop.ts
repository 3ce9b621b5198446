import { ledgerAccountList } from '#shared/finance/account-views.ts'
import { matchLineList, type MatchLineView, matchResult } from '#shared/finance/matching/views.ts'
import type { EntryView } from '#shared/finance/views.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { withReason } from '#tests/server/orders/with-reason.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import type { TestDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'

/** Goods 10,000 less 1,000, shipping 800, tax 588: 10,388. */
const sample = {
  lines: [createLine({ quantity: 1, unitPriceMinor: 10_000, discountMinor: 1000 })],
  subtotalMinor: 9000,
  shippingMinor: 800,
  taxMinor: 588,
  taxLines: [{ name: 'VAT', rate: '6', amountMinor: 588 }],
  totalMinor: 10_388,
  payment: null,
}

/** The code of the bank account. */
export const bank = '1002.1'

/** A shop with a bank account, and what its staff does with one order after the other. */
export async function openShop(database: TestDatabase) {
  const kontor = await createTestKontor(database, { isClockRunning: true })
  const user = await kontor.createUser('owner')
  let count = 0
  const post = async <Answer = OrderView>(path: string, body: object): Promise<Answer> => {
    const json = body instanceof FormData ? { method: 'POST', body } : { json: body }
    const response = await user.fetch(`/api/${path}`, json)
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Answer
  }
  /** All entries, oldest first, such as `fee.provider: clearing -62, provider_fee 62`; debits positive. */
  const entries = async (): Promise<string[]> => {
    const { rows } = (await (await user.fetch('/api/finance/entries')).json()) as { rows: EntryView[] }
    return rows
      .toSorted((a, b) => a.number - b.number)
      .map(
        ({ kind, postings }) =>
          `${kind}: ${postings.map(({ role, amountMinor }) => `${role} ${amountMinor}`).join(', ')}`,
      )
  }
  const create = async (changes: Partial<OrderDraft> = {}): Promise<string> => {
    const [outcome] = await importAsOperator(kontor.kontor, [createDraft(++count, { ...sample, ...changes })])
    return outcome?.outcome === 'created' ? (outcome.number ?? '') : ''
  }
  const change = async (number: string, path: string, json: object = {}): Promise<OrderView> => {
    const { version } = (await (await user.fetch(`/api/orders/${number}`)).json()) as OrderView
    return post(`orders/${number}/${path}`, { version, ...withReason(path, json) })
  }
  const pay = (number: string, amount: string, more: object = {}) =>
    change(number, 'payments', { amount, method: 'wechat_pay', ...more })
  const byHand = (amount: string, debit: string, credit: string, more: object = {}) =>
    post<EntryView>('finance/entries', {
      memo: 'By hand',
      lines: [
        { account: debit, debit: amount },
        { account: credit, credit: amount },
      ],
      ...more,
    })
  const importFile = async (account: string, ...lines: string[]): Promise<void> => {
    const body = new FormData()
    body.set('account', account)
    body.set('file', new File([lines.join('\n')], 'statement.csv'))
    await post('finance/statements', body)
  }
  const receive = (amount: string, counterparty: string, day = '2026-03-02') =>
    importFile(
      bank,
      '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要',
      `${day},CNY,${amount},${amount},转账,${counterparty},`,
    )
  const openLine = async (account = bank): Promise<MatchLineView | undefined> =>
    matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${account}`)).json()).rows[0]
  const match = async (json: object, account = bank) =>
    matchResult.parse(await post('finance/posted-matches', { line: (await openLine(account))?.id, ...json }))
  const clearing = async (): Promise<string> => {
    const { accounts } = ledgerAccountList.parse(await (await user.fetch('/api/finance/accounts')).json())
    return accounts.find(({ provider }) => provider === 'Stripe')?.code ?? ''
  }
  const importStripe = async (...lines: string[]): Promise<void> =>
    importFile(
      await clearing(),
      'balance_transaction_id,created,currency,gross,fee,net,reporting_category,description,charge_id,payout_id',
      ...lines,
    )
  await post('finance/accounts', { role: 'bank', currency: 'CNY', accountName: 'CMB' })
  return { kontor, user, post, entries, create, change, pay, byHand, importStripe, receive, openLine, match, clearing }
}
export type Shop = Awaited<ReturnType<typeof openShop>>

/** An order that was paid with WeChat Pay in full, and the number of its payment. */
export const sell = async ({ create, pay }: Shop): Promise<{ number: string; payment: string }> => {
  const number = await create()
  return { number, payment: (await pay(number, '103.88')).payments[0]?.number ?? '' }
}
