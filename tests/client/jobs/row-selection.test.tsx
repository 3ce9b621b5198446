import { RowSelection } from '#client/jobs/row-selection.tsx'
import { bulkFormId } from '#client/orders/bulk-form-id.ts'
import { Notifications } from '#client/ui/notifications.tsx'
import { storageKeys } from '#shared/constants.ts'
import { bulkBar } from '#shared/messages/en/bulk-bar.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import { sampleRow } from '#tests/client/orders/sample-orders.ts'
import { click, find, setUpDom } from '#tests/client/dom.tsx'
import { within } from '@testing-library/dom'
import { expect, test } from 'bun:test'
import { act } from 'react'

const { render } = setUpDom({ url: 'https://kontor.example/orders' })

const rowsOf = (page: number, change: Partial<OrderRow> = {}): OrderRow[] =>
  Array.from({ length: 200 }, (_, index) => sampleRow({ number: `SO-${page}-${index}`, totalMinor: 100, ...change }))

const list = (rows: OrderRow[], filter = '{}') => (
  <>
    <table>
      <tbody>
        {rows.map(({ number }) => (
          <tr key={number}>
            <td>
              <input type="checkbox" name="selected" value={number} form={bulkFormId} />
              <a href={`/orders?order=${number}`}>{number}</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <form id={bulkFormId}>
      <RowSelection words={bulkBar} rows={rows} count="1,000" isPaged filter={filter} />
    </form>
    <Notifications />
  </>
)

const checked = (): number =>
  [...document.querySelectorAll<HTMLInputElement>('tbody input')].filter((box) => box.checked).length

const sum = () => find('[role=status]').nextElementSibling?.textContent
const countHidden = (): number => document.querySelectorAll('input[type=hidden][name=selected]').length

test('up to 300 orders of several pages are selected, with their amounts by currency, and sent with the form', async () => {
  await render(list(rowsOf(1)))
  await click(within(find('form')).getByRole('button', { name: 'Select all 200' }))
  expect([find('[role=status]').textContent, sum()]).toEqual(['200 selected', 'US$ 200.00'])
  await render(list(rowsOf(2, { currency: 'CNY' })))
  expect([find('[role=status]').textContent, checked()]).toEqual(['200 selected', 0])
  await click(within(find('form')).getByRole('button', { name: 'Select all 200' }))
  expect([find('[role=status]').textContent, checked()]).toEqual(['300 selected', 100])
  expect(sum()).toBe('US$ 200.00 + ¥100.00')
  expect(countHidden()).toBe(200)
  await render(list(rowsOf(1)))
  expect([checked(), countHidden()]).toEqual([200, 100])
  // The code of notifications loads with the first one.
  await act(async () => void (await import('#client/ui/notification-list.tsx')))
  expect(document.body.textContent).toContain(bulkBar.full(300))
  await render(list(rowsOf(1), '{"status":["open"]}'))
  expect([find('[role=status]').textContent, checked()]).toEqual(['0 selected', 0])
  expect(document.body.textContent).toContain(bulkBar.ended('300'))
})

test('Escape leaves the actions for the selected row, also where single keys are off', async () => {
  localStorage.setItem(storageKeys.singleKeys, 'off')
  await render(list(rowsOf(1)))
  await click(find('tbody input'))
  const action = within(find('form')).getByRole('button', { name: 'Select all 200' })
  action.focus()
  await act(async () =>
    action.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  )
  expect(document.activeElement?.textContent).toBe('SO-1-0')
  localStorage.removeItem(storageKeys.singleKeys)
})
