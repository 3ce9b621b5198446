import { events as en } from '#shared/messages/en/events.ts'
import { events as zh } from '#shared/messages/zh/events.ts'
import { expect, test } from 'bun:test'

test.each([
  ['import', 'Anna finished “Import orders”: 500 orders imported or updated, 2 unchanged, 1 rejected'],
  ['import_customers', 'Anna finished “Import customers”: 500 customers imported or updated, 2 unchanged, 1 rejected'],
  ['export', 'Anna finished “Export orders”: 500 orders exported, 2 unchanged, 1 rejected'],
  ['print', 'Anna finished “Print orders”: 500 orders printed, 2 skipped, 1 failed'],
  ['tag', 'Anna finished “Add a tag”: 500 orders changed, 2 skipped, 1 failed'],
])('a finished job says what it did: %s', (kind, sentence) => {
  const keep = (text: string): string => text
  const placeholders = { actor: 'Anna', object: null, strong: keep, role: keep, day: keep, permission: keep }
  const write = (sentences: typeof en): string =>
    sentences.sentences['job.finished'](placeholders, { kind, done: 500, skipped: 2, refused: 1 }).join('')
  expect(write(en)).toBe(sentence)
  expect(write(zh)).toContain(kind === 'import_customers' ? '500 位客户' : '500 个订单')
})
