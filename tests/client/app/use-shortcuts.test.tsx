import { useShortcuts } from '#client/app/use-shortcuts.tsx'
import { find, setUpDom } from '#tests/client/dom.tsx'
import { storageKeys } from '#shared/constants.ts'
import { describe, expect, test } from 'bun:test'
import { act } from 'react'

const Shortcuts = () => useShortcuts().dialog

describe('a key that is held', () => {
  const { render } = setUpDom()
  const press = (key: string, repeat: boolean): Promise<void> =>
    act(async () => {
      const { activeElement } = document
      activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }))
    })

  test('presses its control once', async () => {
    let pressCount = 0
    await render(
      <>
        <Shortcuts />
        <button type="button" aria-keyshortcuts="W" onClick={() => pressCount++}>
          Next order
        </button>
      </>,
    )
    for (const repeat of [false, true, true]) await press('w', repeat)
    expect(pressCount).toBe(1)
    await press('w', false)
    expect(pressCount).toBe(2)
  })

  test('moves on from row to row', async () => {
    await render(
      <>
        <Shortcuts />
        <table>
          <tbody>
            {['SO1', 'SO2', 'SO3'].map((number) => (
              <tr key={number}>
                <td>
                  <a href={`/orders?order=${number}`}>{number}</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </>,
    )
    find('a').focus()
    for (const repeat of [false, true]) await press('j', repeat)
    expect(document.activeElement?.textContent).toBe('SO3')
  })
})

describe('letters', () => {
  const { render } = setUpDom()
  const press = (key: string, shiftKey = false): Promise<void> =>
    act(async () => {
      const { activeElement } = document
      activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
    })
  const renderPage = async (): Promise<string[]> => {
    const pressed: string[] = []
    await render(
      <>
        <Shortcuts />
        <button type="button" aria-keyshortcuts="W" onClick={() => pressed.push('W')}>
          Next order
        </button>
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
    return pressed
  }

  test('work with Caps Lock, and not with Shift', async () => {
    const pressed = await renderPage()
    await press('W', true)
    expect(pressed).toEqual([])
    await press('W')
    expect(pressed).toEqual(['W'])
    await press('J')
    expect(document.activeElement?.textContent).toBe('SO1')
  })

  test('do nothing once they are turned off in the list of shortcuts', async () => {
    const pressed = await renderPage()
    await press('?', true)
    await act(async () => void (await import('#client/app/shortcuts-dialog.tsx')))
    await act(async () => find('dialog input[role=switch]').click())
    await act(async () => find('dialog [aria-label=Close]').click())
    for (const key of ['w', 'j']) await press(key)
    expect(pressed).toEqual([])
    expect(document.activeElement).toBe(document.body)
  })

  test('are announced and shown only while they are turned on', async () => {
    const page = (name: string) => (
      <>
        <Shortcuts />
        <button type="button" aria-keyshortcuts="W">
          {name}
          <kbd>W</kbd>
        </button>
        <a href="/" aria-keyshortcuts="Control+K">
          Search
          <kbd>Ctrl K</kbd>
        </a>
        {name === 'Ship' && (
          <a href="/orders" aria-keyshortcuts="S">
            <kbd>S</kbd>
          </a>
        )}
      </>
    )
    const readKeys = () => ({
      announced: [...document.querySelectorAll('[aria-keyshortcuts]')].map((control) =>
        control.getAttribute('aria-keyshortcuts'),
      ),
      shown: [...document.querySelectorAll<HTMLElement>('main :is(button, a) kbd')]
        .filter((key) => !key.hidden)
        .map((key) => key.textContent),
    })
    const turn = async (): Promise<void> => act(async () => find('dialog input[role=switch]').click())
    await render(page('Next order'))
    await press('?', true)
    await act(async () => void (await import('#client/app/shortcuts-dialog.tsx')))
    await turn()
    expect(readKeys()).toEqual({ announced: ['Control+K'], shown: ['Ctrl K'] })
    await render(page('Ship'))
    expect(readKeys()).toEqual({ announced: ['Control+K'], shown: ['Ctrl K'] })
    await turn()
    expect(readKeys()).toEqual({ announced: ['W', 'Control+K', 'S'], shown: ['W', 'Ctrl K', 'S'] })
  })

  test('are neither announced nor shown on a page that opens while they are turned off', async () => {
    localStorage.setItem(storageKeys.singleKeys, 'off')
    await renderPage()
    await act(async () => void (await import('#client/app/shown-keys.ts')))
    expect(find('button').getAttribute('aria-keyshortcuts')).toBeNull()
    localStorage.removeItem(storageKeys.singleKeys)
  })

  test('are listed without the focus on the switch that turns them off', async () => {
    await renderPage()
    await press('?', true)
    await act(async () => void (await import('#client/app/shortcuts-dialog.tsx')))
    expect(document.activeElement).not.toBe(find('dialog input[role=switch]'))
    expect(find('dialog input[role=switch]').getAttribute('aria-describedby')).not.toBeNull()
  })

  test('ignore a field that the browser fills in, which presses no key', async () => {
    await renderPage()
    const errors: unknown[] = []
    const onError = (event: ErrorEvent): void => void errors.push(event.error)
    window.addEventListener('error', onError)
    document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
    window.removeEventListener('error', onError)
    expect(errors).toEqual([])
  })
})
