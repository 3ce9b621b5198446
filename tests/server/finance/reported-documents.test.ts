import { ledgerAccountList } from '#shared/finance/account-views.ts'
import { describeReport } from '#shared/finance/matching/line-texts.ts'
import { matchLineList, type MatchLineView, type MatchResult } from '#shared/finance/matching/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, spyOn, test } from 'bun:test'

const header =
  'balance_transaction_id,created,currency,gross,fee,net,reporting_category,description,charge_id,payout_id'
const order = 'SO260301-00001'

test('the text of a line and its direction say what it reports', () => {
  const reported = [
    ['dispute Chargeback withdrawal for ch_1', -1],
    ['dispute_reversal Chargeback reversal', 1],
    ['Chargeback', -1],
    ['Chargeback Fee', -1],
    ['Payment Reversal', -1],
    ['refund_failure REFUND FAILURE', 1],
    ['退款失败退回', 1],
    ['refund', -1],
    ['charge', 1],
  ] as const
  expect(reported.map(([text, amountMinor]) => describeReport(text, amountMinor))).toEqual([
    'chargeback',
    'chargeback_won',
    'chargeback',
    undefined,
    'chargeback',
    'refund_returned',
    'refund_returned',
    undefined,
    undefined,
  ])
})

forEachDatabase((_name, open) => {
  const start = async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    await importAsOperator(
      kontor.kontor,
      [1, 2].map((index) => {
        const capturedAt = Date.parse('2026-03-01T02:00:00Z')
        const payment = { provider: 'Stripe', reference: `P${index}`, capturedMinor: 1000 * index, capturedAt }
        return createDraft(index, { totalMinor: 1000 * index, payment })
      }),
    )
    const { accounts } = ledgerAccountList.parse(await (await user.fetch('/api/finance/accounts')).json())
    const clearing = accounts.find(({ provider }) => provider === 'Stripe')?.code ?? ''
    const importLines = async (...lines: string[]): Promise<void> => {
      const body = new FormData()
      body.set('account', clearing)
      body.set('file', new File([[header, ...lines].join('\n')], 'balance.csv'))
      const response = await user.fetch('/api/finance/statements', { method: 'POST', body })
      if (!response.ok) throw new Error(await response.text())
    }
    const readOpen = async (): Promise<MatchLineView[]> =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${clearing}`)).json()).rows
    const confirm = async (line: MatchLineView | undefined, path = 'posted-matches') => {
      const json = { line: line?.id, proposal: line?.proposal?.fingerprint }
      return (await (await user.fetch(`/api/finance/${path}`, { json })).json()) as MatchResult & Problem
    }
    const load = async (number = order) => (await (await user.fetch(`/api/orders/${number}`)).json()) as OrderView
    return { kontor, user, importLines, readOpen, confirm, load }
  }
  const charges = [
    'txn_1,2026-03-01 10:00:00,cny,10.00,0.00,10.00,charge,,P1,',
    'txn_2,2026-03-01 10:00:00,cny,20.00,0.00,20.00,charge,,P2,',
  ]

  test('a chargeback in the statement of a provider opens its dispute, and its reversal wins it', async () => {
    const { kontor, importLines, readOpen, confirm, load } = await start()
    await importLines(
      ...charges,
      'txn_3,2026-03-02 10:00:00,cny,-10.00,5.00,-15.00,dispute,Chargeback withdrawal for P1,P1,',
    )
    const [line] = await readOpen()
    expect(line?.proposal).toMatchObject({ rule: 'chargeback', feeMinor: 500, entry: { kind: 'dispute.opened' } })
    expect(line?.proposal?.reported?.order).toBe(order)
    expect(line?.proposal?.entry?.lines.map(({ account, amountMinor }) => [account.role, amountMinor])).toEqual([
      ['dispute', 1000],
      ['provider_fee', 500],
      ['clearing', -1500],
    ])
    expect((await confirm(line, 'matches')).type).toBe('/problems/match-posts')
    expect((await confirm(line)).entry).toBe(3)
    expect((await load()).disputes).toMatchObject([
      { status: 'open', amountMinor: 1000, feeMinor: 500, reason: 'dispute · Chargeback withdrawal for P1' },
    ])
    expect(await readOpen()).toEqual([])
    await importLines('txn_4,2026-03-05 10:00:00,cny,10.00,-5.00,15.00,dispute_reversal,Chargeback reversal for P1,P1,')
    const [won] = await readOpen()
    expect(won?.proposal).toMatchObject({ rule: 'chargeback_won', entry: { kind: 'dispute.won' } })
    await confirm(won)
    expect((await load()).disputes).toMatchObject([{ status: 'won', isFeeReturned: true }])
    expect(await readOpen()).toEqual([])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a refund that comes back in the statement is returned, once a person confirms it', async () => {
    const { kontor, user, importLines, readOpen, confirm, load } = await start()
    const second = 'SO260301-00002'
    await user.fetch(`/api/orders/${second}/refunds`, { json: { amount: '4.00', reason: 'Goodwill' } })
    // Another one of that amount is not paid out yet.
    const clerk = await kontor.createUser('operations')
    await clerk.fetch(`/api/orders/${second}/refunds`, { json: { amount: '4.00', reason: 'Goodwill' } })
    await importLines(
      ...charges,
      'txn_5,2026-03-15 10:00:00,cny,-4.00,0.00,-4.00,refund,REFUND FOR CHARGE,P2,',
      'txn_6,2026-03-18 10:00:00,cny,4.00,0.00,4.00,refund_failure,REFUND FAILURE,P2,',
    )
    const [line] = await readOpen()
    expect(line?.proposal).toMatchObject({ rule: 'refund_returned', entry: { kind: 'refund.returned' } })
    await confirm(line)
    expect(await load(second)).toMatchObject({
      balanceMinor: -400,
      refunds: [{ status: 'returned' }, { status: 'requested' }],
    })
    expect(await readOpen()).toEqual([])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what changes between the proposal and its confirmation is not recorded twice', async () => {
    const { kontor, user, importLines, readOpen, confirm, load } = await start()
    const second = 'SO260301-00002'
    await user.fetch(`/api/orders/${second}/refunds`, { json: { amount: '4.00', reason: 'Goodwill' } })
    await importLines(
      ...charges,
      'txn_5,2026-03-15 10:00:00,cny,-4.00,0.00,-4.00,refund,REFUND FOR CHARGE,P2,',
      'txn_6,2026-03-18 10:00:00,cny,4.00,0.00,4.00,refund_failure,REFUND FAILURE,P2,',
    )
    const [line] = await readOpen()
    const refund = (await load(second)).refunds[0]?.number
    const { database } = kontor.kontor
    const inTransaction = database.inTransaction.bind(database)
    const confirming = spyOn(database, 'inTransaction').mockImplementationOnce(async (...work) => {
      const returned = await user.fetch(`/api/orders/${second}/refunds/${refund}/return`, {
        json: { reason: 'Closed' },
      })
      expect(returned.status).toBe(200)
      return inTransaction(...work)
    })
    expect((await confirm(line)).type).toBe('/problems/changed-meanwhile')
    confirming.mockRestore()
    expect(await findViolations(kontor)).toEqual([])
  })

  test('who may not decide disputes cannot confirm what a line says of one', async () => {
    const { kontor, importLines, readOpen, load } = await start()
    await importLines(...charges, 'txn_3,2026-03-02 10:00:00,cny,-10.00,0.00,-10.00,dispute,Chargeback,P1,')
    const [line] = await readOpen()
    const permissions: Permission[] = ['finance.view', 'finance.reconcile', 'finance.post']
    const clerk = await kontor.createUser(await createRole(await kontor.createUser('owner'), permissions))
    const json = { line: line?.id, proposal: line?.proposal?.fingerprint }
    for (const approval of [{}, { approval: '1' }]) {
      const response = await clerk.fetch('/api/finance/posted-matches', { json: { ...json, ...approval } })
      expect([response.status, (await response.json()).type]).toEqual([403, '/problems/permission-denied'])
    }
    expect((await load()).disputes).toEqual([])
    const page = `/finance?tab=reconciliation&line=${line?.id}&account=1012.1.1`
    expect(await (await clerk.fetch(page)).text()).not.toContain('Confirm and post')
    const decider = await kontor.createUser('finance')
    expect(await (await decider.fetch(page)).text()).toContain('Confirm and post')
  })

  test('what names no payment, or more than is left, is proposed as nothing', async () => {
    const { user, importLines, readOpen, confirm, load } = await start()
    await importLines(
      ...charges,
      'txn_7,2026-03-02 10:00:00,cny,-10.00,0.00,-10.00,dispute,Chargeback,,',
      'txn_8,2026-03-02 10:00:00,cny,-10.01,0.00,-10.01,dispute,Chargeback,P1,',
      'txn_9,2026-03-02 10:00:00,cny,-9.00,0.00,-9.00,dispute,Chargeback,P1,',
    )
    const lines = await readOpen()
    expect(lines.map(({ proposal }) => proposal?.rule)).toEqual([undefined, undefined, 'chargeback'])
    const { version } = await load()
    await user.fetch(`/api/orders/${order}/disputes`, {
      json: { payment: 'PY260301-00001', amount: '5.00', reason: 'Fraud', version },
    })
    expect((await confirm(lines[2])).type).toBe('/problems/changed-meanwhile')
  })
})
