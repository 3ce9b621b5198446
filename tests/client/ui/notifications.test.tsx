import { setUpDom, click } from '#tests/client/dom.tsx'
import { createNotifications } from '#client/ui/notification-store.ts'
import { NotificationList } from '#client/ui/notification-list.tsx'
import { notification } from '#shared/constants.ts'
import { within } from '@testing-library/dom'
import { describe, expect, test } from 'bun:test'
import { act } from 'react'

/** A store with manual timers. */
function createTestStore() {
  const timers: { run: () => void; ms: number }[] = []
  const store = createNotifications((run, ms) => timers.push({ run, ms }))
  return { store, timers, titles: () => store.list().map(({ title, open }) => (open ? title : `${title}, closed`)) }
}

describe('the notifications of a page', () => {
  test('are at most five: the oldest are removed', () => {
    const { store, titles } = createTestStore()
    for (const title of ['1', '2', '3', '4', '5', '6', '7']) store.add({ title })
    expect(titles()).toEqual(['3', '4', '5', '6', '7'])
  })

  test('are removed 200 ms after they were closed', () => {
    const { store, timers, titles } = createTestStore()
    const first = store.add({ title: 'first' })
    store.add({ title: 'second' })
    store.close(first)
    store.close(first)
    expect(titles()).toEqual(['first, closed', 'second'])
    expect(timers.map(({ ms }) => ms)).toEqual([notification.removeDelayMs])
    timers[0]?.run()
    expect(titles()).toEqual(['second'])
  })

  test('notify subscribers', () => {
    const { store } = createTestStore()
    let heard = 0
    const stop = store.subscribe(() => heard++)
    store.close(store.add({ title: 'one' }))
    stop()
    store.add({ title: 'two' })
    expect(heard).toBe(2)
  })
})

describe('a notification on the page', () => {
  const { render } = setUpDom()

  test('shows its text, can be closed by name, and offers its action', async () => {
    let undone = 0
    const closed: number[] = []
    const list = [
      { id: 1, open: true, title: 'Shipped', description: 'SO1', action: { label: 'Undo', run: () => void undone++ } },
    ]
    await render(<NotificationList list={list} close={(id) => closed.push(id)} />)
    const notifications = within(within(document.body).getByRole('region', { name: 'Notifications (F8)' }))
    expect(notifications.getByText('Shipped')).toBeDefined()
    expect(notifications.getByText('SO1')).toBeDefined()
    expect(notifications.getByRole('button', { name: 'Close' })).toBeDefined()
    await click(notifications.getByRole('button', { name: 'Undo' }))
    expect(undone).toBe(1)
    expect(closed).toEqual([1])
  })

  test('closes on Escape in the list, which the page does not see, and gives the focus back with the last one', async () => {
    const closed: number[] = []
    const show = (open: readonly number[]) =>
      render(
        <>
          <button type="button">Ship</button>
          <NotificationList
            list={open.map((id) => ({ id, open: true, title: `Shipped ${id}` }))}
            close={(id) => closed.push(id)}
          />
        </>,
      )
    await show([1, 2])
    const button = within(document.body).getByRole('button', { name: 'Ship' })
    button.focus()
    const press = async (key: string): Promise<boolean> => {
      const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true })
      await act(async () => document.activeElement?.dispatchEvent(event))
      return event.defaultPrevented
    }
    await press('F8')
    const list = within(document.body).getByRole('list')
    expect(document.activeElement).toBe(list)
    for (const [open, focused] of [
      [[1], list],
      [[], button],
    ] as const) {
      expect(await press('Escape')).toBe(true)
      await show(open)
      expect(document.activeElement).toBe(focused)
    }
    expect(closed).toEqual([2, 1])
  })

  test("is in the user's language", async () => {
    await render(<NotificationList list={[{ id: 1, open: true, title: '已发货' }]} close={() => undefined} />, {
      locale: 'zh',
    })
    const notifications = within(within(document.body).getByRole('region', { name: '通知 (F8)' }))
    expect(notifications.getByRole('button', { name: '关闭' })).toBeDefined()
  })
})
