import { loadContract } from '#client/api/call.ts'
import { DocumentContextProvider, type PageContext } from '#client/app/page-context.tsx'
import { createTestState, type RenderOptions } from '#tests/client/render-on-server.tsx'
import { en } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import { Window } from 'happy-dom'
import { afterEach, beforeAll, beforeEach } from 'bun:test'
import { act, type ReactNode } from 'react'
import type { Root } from 'react-dom/client'

/** The browser globals that React and the components use. */
const browserGlobals = [
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLIFrameElement',
  'DocumentFragment',
  'Event',
  'FocusEvent',
  'KeyboardEvent',
  'PointerEvent',
  'CustomEvent',
  'SubmitEvent',
  'File',
  'FormData',
  'MutationObserver',
  'getComputedStyle',
  'getSelection',
  'requestAnimationFrame',
  'cancelAnimationFrame',
] as const

export interface DomOptions {
  /** The URL of the page; the home page by default. */
  url?: string
  userAgent?: string
}

/** Gives each test of the suite its own empty page to render components in. */
export function setUpDom(options: DomOptions = {}) {
  let window: Window
  let root: Root | undefined
  const originals = new Map<string, PropertyDescriptor | undefined>()

  // As on a page that has been open for a while; a form would wait for it, and a test would not wait for the form.
  beforeAll(() => loadContract())
  beforeEach(async () => {
    window = new Window({ url: options.url ?? 'https://kontor.example/' })
    if (options.userAgent)
      Object.defineProperty(window.navigator, 'userAgent', { value: options.userAgent, configurable: true })
    for (const name of browserGlobals) {
      originals.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
      const value: unknown = name === 'window' ? window : window[name as keyof Window]
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    }
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  })

  afterEach(async () => {
    await act(async () => root?.unmount())
    root = undefined
    await window.happyDOM.close()
    for (const [name, descriptor] of originals)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
  })

  /** Renders a component; calling it again replaces the previous one. */
  async function render(content: ReactNode, renderOptions: RenderOptions = {}): Promise<HTMLElement> {
    const state: PageContext = createTestState(renderOptions)
    // React inspects the browser globals when it is imported.
    const { createRoot } = await import('react-dom/client')
    root ??= createRoot(document.body.appendChild(document.createElement('main')))
    await act(async () => {
      root?.render(
        <DocumentContextProvider value={{ pageContext: state, messages: renderOptions.locale === 'zh' ? zh : en }}>
          {content}
        </DocumentContextProvider>,
      )
    })
    return document.body
  }

  return { render }
}

/** The first matching element; throws when there is none. */
export function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector)
  if (!found) throw new Error(`Nothing matches ${selector} in ${document.body.innerHTML}`)
  return found
}

/** Focuses a field and replaces its text, as typing does. */
export async function type(selector: string, text: string): Promise<void> {
  const field = find<HTMLInputElement>(selector)
  await act(async () => {
    field.focus()
    // React overrides the element's `value` property; set it through the prototype, as typing does.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Blurs a field. */
export const blur = (selector: string): Promise<void> =>
  act(async () => {
    find(selector).dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })

/** Clicks a button, or the first that matches a selector, and waits for its effects. */
export const click = (button: HTMLElement | string): Promise<void> =>
  act(async () => {
    ;(typeof button === 'string' ? find(button) : button).click()
    await Bun.sleep(0)
  })
