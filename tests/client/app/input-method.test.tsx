import { useShortcuts } from '#client/app/use-shortcuts.tsx'
import { guardNavigation } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import { find, setUpDom } from '#tests/client/dom.tsx'
import { describe, expect, test } from 'bun:test'
import { act, useRef } from 'react'

const Shortcuts = () => useShortcuts().dialog

function Menu() {
  const menu = useRef<HTMLDetailsElement>(null)
  useDismissDetails(menu)
  return (
    <details ref={menu} open>
      <summary>Filter</summary>
      <input />
    </details>
  )
}

describe('a key that an input method handles', () => {
  const { render } = setUpDom()
  /** Presses a key in the field, while letters are composed and then without an input method. */
  const press = (key: string, isComposing: boolean): Promise<void> =>
    act(async () => {
      find('input').focus()
      find('input').dispatchEvent(new KeyboardEvent('keydown', { key, isComposing, bubbles: true, cancelable: true }))
    })

  test('does not move from the search to the first row', async () => {
    await render(
      <>
        <Shortcuts />
        <form role="search">
          <input type="search" />
        </form>
        <table>
          <tbody>
            <tr>
              <td>
                <a href="/orders?order=SO1">SO1</a>
              </td>
            </tr>
          </tbody>
        </table>
      </>,
    )
    await press('ArrowDown', true)
    expect(document.activeElement?.tagName).toBe('INPUT')
    await press('ArrowDown', false)
    expect(document.activeElement?.tagName).toBe('A')
  })

  test('does not close a dialog', async () => {
    let closeCount = 0
    await render(
      <Dialog open title="Search" onClose={() => closeCount++}>
        <input />
      </Dialog>,
    )
    await press('Escape', true)
    expect(closeCount).toBe(0)
    await press('Escape', false)
    expect(closeCount).toBe(1)
  })

  test('does not close the open panel', async () => {
    const urls: string[] = []
    const release = guardNavigation((url) => {
      urls.push(url)
      return false
    })
    await render(
      <>
        <input />
        <Panel record="SO1" title="Order SO1" closeHref="/orders" backLabel="Orders">
          SO1
        </Panel>
      </>,
    )
    await press('Escape', true)
    expect(urls).toEqual([])
    await press('Escape', false)
    expect(urls).toEqual(['https://kontor.example/orders'])
    release()
  })

  test('does not close a menu', async () => {
    await render(<Menu />)
    await press('Escape', true)
    expect(find<HTMLDetailsElement>('details').open).toBe(true)
    await press('Escape', false)
    expect(find<HTMLDetailsElement>('details').open).toBe(false)
  })
})
