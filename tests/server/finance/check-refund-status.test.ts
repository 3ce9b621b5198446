import { SimulatedProvider, type SimulatedBehavior } from '#server/orders/money/simulated-provider.ts'
import { ledgerAccountList } from '#shared/finance/account-views.ts'
import { matchLineList, providerAnswer } from '#shared/finance/matching/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  test('the provider of a refund that a line names is asked from the line, and its answer is recorded', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('owner')
    let behavior: SimulatedBehavior = 'delay'
    const providers = new Map([['Stripe', new SimulatedProvider(() => behavior)]])
    kontor.kontor.refundProviders = providers
    const payment = { provider: 'stripe', reference: 'ch_77', capturedMinor: 1000, capturedAt: createDraft(0).placedAt }
    await importAsOperator(kontor.kontor, [createDraft(1, { totalMinor: 1000, payment })])
    const read = async (path: string) => (await user.fetch(path)).json()
    const [{ number: order }] = (await read('/api/orders')).rows
    const refunded = await user.fetch(`/api/orders/${order}/refunds`, {
      json: { everything: '1', lines: [], reason: 'Late' },
    })
    const [{ number: refund, status }] = (await refunded.json()).refunds
    expect(status).toBe('processing')
    const { accounts } = ledgerAccountList.parse(await read('/api/finance/accounts'))
    const clearing = accounts.find(({ role }) => role === 'clearing')?.code ?? ''
    const body = new FormData()
    body.set('account', clearing)
    const lines = [
      'balance_transaction_id,created,currency,gross,fee,net,reporting_category,description,charge_id',
      'txn_1,2026-03-15 10:00:00,cny,-10.00,0.00,-10.00,refund,,ch_77',
      'txn_2,2026-03-15 10:00:00,cny,-10.00,0.00,-10.00,refund,,ch_78',
    ]
    body.set('file', new File([lines.join('\n')], 'stripe.csv'))
    await user.fetch('/api/finance/statements', { method: 'POST', body })
    const { rows } = matchLineList.parse(await read(`/api/finance/match-lines?account=${clearing}`))
    const pageOf = async (line: string): Promise<string> =>
      (await user.fetch(`/finance?tab=reconciliation&account=${clearing}&line=${line}`)).text()
    const [line = '', other = ''] = rows.map(({ id }) => id)
    expect(await pageOf(line)).toContain('Check now')
    expect(await pageOf(other)).not.toContain('Check now')
    const ask = (id: string) => user.fetch(`/api/finance/match-lines/${id}/provider-requests`, { json: { refund } })
    expect((await ask(other)).status).toBe(404)
    expect(providerAnswer.parse(await (await ask(line)).json())).toEqual({ refund, status: 'processing', reason: '' })
    // Where there is no connection, nothing is offered.
    kontor.kontor.refundProviders = new Map()
    expect(await pageOf(line)).not.toContain('Check now')
    expect((await ask(line)).status).toBe(404)
    kontor.kontor.refundProviders = providers
    behavior = 'pay'
    expect(providerAnswer.parse(await (await ask(line)).json())).toMatchObject({ refund, status: 'succeeded' })
    expect((await read(`/api/orders/${order}`)).refunds[0]?.status).toBe('succeeded')
    // The books have the refund now, and what was answered is in the history of the line.
    const page = (await pageOf(line)).replaceAll(/<[^>]*>/g, '')
    for (const text of ['still being processed', `checked ${refund} with the provider`]) expect(page).toContain(text)
    expect(page).not.toContain('Check now')
    const [known] = matchLineList.parse(await read(`/api/finance/match-lines?account=${clearing}`)).rows
    expect(known?.proposal?.rule).toBe('provider_id')
    expect(await findViolations(kontor)).toEqual([])
  })
})
