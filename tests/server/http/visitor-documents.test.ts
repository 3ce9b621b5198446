import { createVisitorDocuments } from '#server/http/visitor-documents.ts'
import type { Boot } from '#shared/screen.ts'
import { expect, test } from 'bun:test'

const boot = (change: Partial<Boot> = {}): Boot => ({
  screen: { kind: 'page', page: 'login', query: {}, data: { place: '/' }, form: null },
  session: {},
  now: 1_000_000,
  buildId: 'build',
  locale: 'en',
  address: '/login',
  book: { timeZone: 'UTC', currency: 'USD' },
  registration: 'approval',
  assets: { styles: [], script: '' },
  ...change,
})

/** Counts what is rendered. */
function counted() {
  const rendered: string[] = []
  const documents = createVisitorDocuments()
  const ask = (nonce: string, change: Partial<Boot> = {}) =>
    documents(boot(change), nonce, async (mark) => {
      rendered.push(mark)
      return `<script nonce="${mark}"></script>${boot(change).address}<script nonce="${mark}"></script>`
    })
  return { rendered, ask }
}

test('the same document is rendered once a second, and every answer has its own nonce in all places', async () => {
  const { rendered, ask } = counted()
  expect(await ask('one')).toBe('<script nonce="one"></script>/login<script nonce="one"></script>')
  expect(await ask('two', { now: 1_000_999 })).toBe('<script nonce="two"></script>/login<script nonce="two"></script>')
  expect(rendered).toHaveLength(1)
  await ask('three', { now: 1_001_000 })
  expect(rendered).toHaveLength(2)
})

test('other data is another document: language, address, what was refused', async () => {
  const { rendered, ask } = counted()
  const problem = { type: '/problems/invalid-credentials', title: 'No', status: 401, detail: 'No.' } as const
  const form = { endpoint: 'login', problem, answer: null, values: { email: 'kim@example.com' } }
  await ask('one')
  await ask('one', { locale: 'zh' })
  await ask('one', { address: '/login?x=1' })
  await ask('one', { screen: { kind: 'page', page: 'login', query: {}, data: { place: '/' }, form } })
  expect(rendered).toHaveLength(4)
})

test('what a crowd of different addresses asks for is not all remembered', async () => {
  const { rendered, ask } = counted()
  for (let number = 0; number < 150; number += 1) await ask('one', { address: `/login?${number}` })
  await ask('two', { address: '/login?0' })
  expect(rendered).toHaveLength(150)
  await ask('two', { address: '/login?149' })
  expect(rendered).toHaveLength(151)
})
