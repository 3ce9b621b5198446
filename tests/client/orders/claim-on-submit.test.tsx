import { guardNavigation } from '#client/navigation/router.ts'
import { ClaimOnSubmit } from '#client/orders/claim-on-submit.tsx'
import { find, setUpDom } from '#tests/client/dom.tsx'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { act } from 'react'

const { render } = setUpDom()
const realFetch = globalThis.fetch
let answers: PromiseWithResolvers<Response>[]
let urls: string[]
let release: () => void

beforeEach(() => {
  answers = []
  urls = []
  globalThis.fetch = (() => {
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  }) as unknown as typeof fetch
  release = guardNavigation((url) => {
    urls.push(url)
    return false
  })
})
afterEach(() => {
  globalThis.fetch = realFetch
  release()
})

/** Presses the button; `detail` counts the clicks of a double click, and is 0 for a key. */
const press = (detail: number): Promise<void> =>
  act(async () => {
    find('button').dispatchEvent(new PointerEvent('click', { detail, bubbles: true, cancelable: true }))
    await Bun.sleep(0)
  })
const answer = (number: string): Promise<void> =>
  act(async () => {
    answers.at(-1)?.resolve(Response.json({ number }))
    await Bun.sleep(0)
  })

test('one press claims one order, also if it is a double click or the answer takes a while', async () => {
  await render(
    <form method="post">
      <button type="submit">Next order</button>
      <ClaimOnSubmit />
    </form>,
  )
  await press(1)
  await press(0)
  expect(answers).toHaveLength(1)
  await answer('SO1')
  expect(urls).toEqual(['https://kontor.example/orders?order=SO1'])
  // The answer was faster than the second click.
  await press(2)
  expect(answers).toHaveLength(1)
  await press(1)
  expect(answers).toHaveLength(2)
  await answer('SO2')
  expect(urls).toHaveLength(2)
})
