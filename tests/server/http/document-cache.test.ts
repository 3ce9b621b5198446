import { createDocumentCache } from '#server/http/document-cache.ts'
import { expect, test } from 'bun:test'

/** Counts the renderings. */
function createCountedDocuments() {
  const rendered: string[] = []
  const documents = createDocumentCache()
  const requestDocument = (nonce: string, subject = '/login', now = 1_000_000) =>
    documents(subject, now, nonce, async (mark) => {
      rendered.push(mark)
      return `<script nonce="${mark}"></script>${subject}<script nonce="${mark}"></script>`
    })
  return { rendered, requestDocument }
}

test('renders the same document once per second, with a new nonce in every response', async () => {
  const { rendered, requestDocument } = createCountedDocuments()
  expect(await requestDocument('one')).toBe('<script nonce="one"></script>/login<script nonce="one"></script>')
  expect(await requestDocument('two', '/login', 1_000_999)).toBe(
    '<script nonce="two"></script>/login<script nonce="two"></script>',
  )
  expect(rendered).toHaveLength(1)
  await requestDocument('three', '/login', 1_001_000)
  expect(rendered).toHaveLength(2)
})

test('renders another document for another key', async () => {
  const { rendered, requestDocument } = createCountedDocuments()
  await requestDocument('one')
  expect(await requestDocument('one', '/register')).toContain('/register')
  expect(rendered).toHaveLength(2)
})

test('limits the number of cached documents', async () => {
  const { rendered, requestDocument } = createCountedDocuments()
  for (let number = 0; number < 150; number += 1) await requestDocument('one', `/login?${number}`)
  await requestDocument('two', '/login?0')
  expect(rendered).toHaveLength(150)
  await requestDocument('two', '/login?149')
  expect(rendered).toHaveLength(151)
})
