import { createPdf } from '#server/demo/files.ts'
import type { History } from '#server/demo/history.ts'
import type { Task } from '#server/demo/run-tasks.ts'
import type { StaffAction } from '#server/demo/staff-actions.ts'
import type { StaffMember } from '#server/demo/catalog.ts'
import type { WorkingTime } from '#server/demo/working-time.ts'
import { addDays } from '#shared/time.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

const bankAccount = '1002.1'

/** Manual bookkeeping: a bank account, the rent of last month, an entry that waits for approval, and templates. */
export function bookkeepingTasks(at: WorkingTime, today: string): Task[] {
  const rentLines = [
    { account: '5602.1', debit: '8600.00' },
    { account: bankAccount, credit: '8600.00' },
  ]
  const thisMonth = `${today.slice(0, 7)}-01`
  const lastMonth = `${addDays(thisMonth, -1).slice(0, 7)}-01`
  const contract = createPdf('推广合同.pdf', ['Promotion contract', 'Video channel, November, CNY 12,400.00'])
  return [
    act(at(13, '10:05'), 'wei', 'addLedgerAccount', () => ({
      role: 'bank' as const,
      currency: 'CNY',
      accountName: 'CMB 6789',
      accountNameZh: '招商银行 6789',
    })),
    act(at(13, '10:12'), 'wei', 'postEntry', () => ({
      memo: '期初银行存款',
      lines: [
        { account: bankAccount, debit: '86500.00' },
        { account: '3001', credit: '86500.00' },
      ],
    })),
    {
      at: at(12, '09:40'),
      run: async (history) => {
        const rent = { templateName: '仓库租金', memo: '仓库租金', firstDay: lastMonth, lines: rentLines }
        const added = await history.act('wei', at(12, '09:40'), 'addEntryTemplate', rent)
        if (added instanceof Response) return
        const month = { template: added.template, month: lastMonth.slice(0, 7) }
        await history.act('wei', at(12, '09:46'), 'postEntry', { memo: '仓库租金（上月）', lines: rentLines, ...month })
      },
    },
    {
      at: at(1, '15:20'),
      run: async (history) => {
        const requested = await history.act('jing', at(1, '15:20'), 'postEntry', {
          memo: '推广费（十一月）',
          lines: [
            { account: '5601.1', debit: '12400.00' },
            { account: bankAccount, credit: '12400.00' },
          ],
          approval: '1',
        })
        if (requested instanceof Response || 'number' in requested) return
        const file = { request: requested.request, file: contract }
        await history.act('jing', at(1, '15:22'), 'attachToEntryRequest', file)
      },
    },
  ]
}

const act = <Name extends StaffAction>(
  at: number,
  by: StaffMember,
  name: Name,
  toInput: (history: History) => InputOf<Name>,
): Task => ({ at, run: async (history) => void (await history.act(by, at, name, toInput(history))) })
