import { EntryPreview } from '#client/finance/entry-preview.tsx'
import { EntryLines } from '#client/finance/manual/entry-lines.tsx'
import type { AccountOption } from '#shared/finance/account-views.ts'
import { click, find, setUpDom, type } from '#tests/client/dom.tsx'
import { expect, test } from 'bun:test'

const { render } = setUpDom()

const account = (code: string): AccountOption => ({
  code,
  role: 'bank',
  provider: '',
  name: `Account ${code}`,
  nameZh: '',
  type: 'asset',
  currency: 'CNY',
  balanceMinor: 0,
})

test('the preview of an entry follows a posting that is removed', async () => {
  const accounts = [account('1001'), account('1002'), account('1003')]
  const initial = accounts.map(({ code }) => ({ accountCode: code, currency: 'CNY', amountMinor: 100 }))
  await render(
    <form>
      <EntryLines accounts={accounts} initial={initial} />
      <EntryPreview accounts={accounts} reversed={null} />
    </form>,
  )
  const readDifference = () => find('[role=status]').textContent
  expect(readDifference()).toBe('Debits and credits in CNY differ by 3.00')
  await click('[aria-label="Remove posting 2"]')
  expect(readDifference()).toBe('Debits and credits in CNY differ by 2.00')
  await type('[name="lines[1][debit]"]', '5')
  expect(readDifference()).toBe('Debits and credits in CNY differ by 6.00')
})
