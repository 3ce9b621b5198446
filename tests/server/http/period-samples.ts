import type { PeriodDetail, PeriodRow } from '#shared/finance/closing/period-views.ts'
import type { createSamples } from '#tests/server/http/endpoint-samples.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'

/** The samples of endpoints about months. The books begin in 2010, so that there is always one to close. */
export function createPeriodSamples(kontor: TestKontor, owner: TestUser) {
  let clerk: Promise<TestUser> | undefined
  const begin = async (): Promise<TestUser> => {
    const user = await kontor.createUser('finance')
    const lines = [
      { account: '1221.9', debit: '1' },
      { account: '3001', credit: '1' },
    ]
    await user.fetch('/api/finance/entries', { json: { day: '2010-01-10', memo: 'Opening', lines } })
    await user.fetch('/api/finance/entries', {
      json: { day: '2010-01-11', memo: 'Opening', lines: lines.toReversed().map(swapSides) },
    })
    return user
  }
  const getClerk = (): Promise<TestUser> => (clerk ??= begin())
  const read = async (month: string): Promise<PeriodDetail> =>
    (await owner.fetch(`/api/finance/periods/${month}`)).json()
  const listPeriods = async (): Promise<PeriodRow[]> =>
    (await (await owner.fetch('/api/finance/periods')).json()).periods
  /** The month that can be closed now. */
  const nextMonth = async (): Promise<string> => {
    await getClerk()
    return (await listPeriods()).findLast(({ state }) => state === 'open')?.month ?? ''
  }
  /** The last closed month, which can be reopened. Only the first one is closed here: a close checks all books. */
  const closedMonth = async (): Promise<string> => {
    const last = (await listPeriods()).find(({ state }) => state !== 'open')
    const month = last?.month ?? (await nextMonth())
    if (!last) await owner.fetch(`/api/finance/periods/${month}/closings`, { json: {} })
    if (last?.state === 'reopening')
      await owner.fetch(`/api/finance/periods/${month}/reopenings/rejection`, {
        json: { reason: 'Post it this month' },
      })
    return month
  }
  const askToReopen = async (): Promise<string> => {
    const month = await closedMonth()
    const user = await getClerk()
    await user.fetch(`/api/finance/periods/${month}/reopenings`, { json: { reason: 'A late invoice' } })
    if ((await read(month)).state !== 'reopening') throw new Error('The month was not closed')
    return month
  }
  const openMonth = async () => ({ month: await nextMonth() })
  const samples = {
    listPeriods: { input: () => ({}), problems: {} },
    getPeriod: { input: openMonth, problems: { 'not-found': { input: () => ({ month: '1999-01' }) } } },
    getReport: { input: () => ({ month: '2026-03', report: 'balance_sheet' }), problems: {} },
    exportReport: { input: () => ({ month: '2026-03', report: 'cash_flow', format: 'csv' }), problems: {} },
    exportAccountingPackage: { input: () => ({ month: '2026-03' }), problems: {} },
    closePeriod: {
      input: openMonth,
      problems: {
        'period-already-closed': { input: async () => ({ month: await closedMonth() }) },
        'period-out-of-order': { input: () => ({ month: '2026-02' }) },
      },
    },
    requestReopening: {
      input: async () => ({ month: await closedMonth(), reason: 'A late invoice' }),
      problems: { 'period-not-closed': { input: async () => ({ ...(await openMonth()), reason: 'A late invoice' }) } },
    },
    approveReopening: {
      input: async () => ({ month: await askToReopen() }),
      problems: { 'period-not-closed': { input: openMonth } },
    },
    rejectReopening: {
      input: async () => ({ month: await askToReopen(), reason: 'Post it this month' }),
      problems: { 'period-not-closed': { input: async () => ({ ...(await openMonth()), reason: 'No' }) } },
    },
  } satisfies Partial<ReturnType<typeof createSamples>>
  return samples
}

const swapSides = ({ account, debit, credit }: { account: string; debit?: string; credit?: string }) => ({
  account,
  debit: credit,
  credit: debit,
})
