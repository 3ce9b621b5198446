import type { EntryTemplateView } from '#shared/finance/entry-templates.ts'
import type { Problem } from '#shared/problem.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { dayOf } from '#shared/time.ts'
import { expect, test } from 'bun:test'

const entries = '/api/finance/entries'
const templates = '/api/finance/templates'
const lines = [
  { account: '5602.1', debit: '800' },
  { account: '3001', credit: '800' },
]

async function readResult(answer: Promise<Response>): Promise<string> {
  const response = await answer
  if (response.ok) return String(response.status)
  const { type, errors = [] } = (await response.json()) as Problem
  return [response.status, type.replace('/problems/', ''), ...errors.map(({ pointer }) => pointer)].join(' ')
}

async function add(user: TestUser, firstDay: string): Promise<EntryTemplateView> {
  const json = { templateName: 'Rent', memo: 'Rent', firstDay, lines }
  return (await user.fetch(templates, { json })).json()
}

const listDue = async (user: TestUser): Promise<string[][]> => {
  const answer = (await (await user.fetch(templates)).json()) as { templates: EntryTemplateView[] }
  return answer.templates.map(({ due }) => due.map(({ month }) => month))
}

forEachDatabase((_name, open) => {
  test('a month of a template is posted once, also when several people do it at once', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    const month = dayOf(kontor.clock.now, 'UTC').slice(0, 7)
    const { template } = await add(user, `${month}-01`)
    expect(await listDue(user)).toEqual([[month]])
    const json = { memo: 'Rent', lines, template, month }
    const requested = await (await user.fetch(entries, { json: { ...json, approval: '1' } })).json()
    expect(await listDue(user)).toEqual([[]])
    const results = await Promise.all(Array.from({ length: 4 }, () => readResult(user.fetch(entries, { json }))))
    expect(results.toSorted()).toEqual(['201', ...Array.from({ length: 3 }, () => '409 month-posted')])
    const owner = await kontor.createUser('owner')
    const approval = owner.fetch(`/api/finance/entry-requests/${requested.request}/approval`, { json: {} })
    expect(await readResult(approval)).toBe('409 month-posted')
    expect(await listDue(user)).toEqual([[]])
    expect(await findViolations(kontor)).toEqual([])
  })
})

onSqlite((open) => {
  test('months that were missed stay due, and none of an archived template', async () => {
    const kontor = await createTestKontor(await open())
    kontor.clock.now = Date.parse('2026-05-30T12:00:00Z')
    const user = await kontor.createUser('finance')
    const { template, version } = await add(user, '2026-01-31')
    expect(await listDue(user)).toEqual([['2026-01', '2026-02', '2026-03', '2026-04']])
    const post = (month: string, more = {}) =>
      readResult(user.fetch(entries, { json: { memo: 'Rent', lines, template, month, ...more } }))
    // The amount of a month may differ.
    const more = {
      lines: [
        { ...lines[0], debit: '810.50' },
        { ...lines[1], credit: '810.50' },
      ],
    }
    expect([await post('2026-02', more), await post('2026-02')]).toEqual(['201', '409 month-posted'])
    expect(await listDue(user)).toEqual([['2026-01', '2026-03', '2026-04']])
    kontor.clock.now = Date.parse('2026-05-31T12:00:00Z')
    await user.fetch('/api/auth/login', { json: { email: user.email, password } })
    expect(await listDue(user)).toEqual([['2026-01', '2026-03', '2026-04', '2026-05']])
    const edit = { templateName: 'Rent', memo: 'Rent', firstDay: '2026-04-15', lines, version }
    expect(await readResult(user.fetch(`${templates}/${template}`, { method: 'PUT', json: edit }))).toBe('200')
    expect(await readResult(user.fetch(`${templates}/${template}`, { method: 'PUT', json: edit }))).toBe(
      '409 changed-meanwhile',
    )
    expect(await listDue(user)).toEqual([['2026-04', '2026-05']])
    await user.fetch(`${templates}/${template}/archive`, { json: {} })
    expect(await listDue(user)).toEqual([[]])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a month is skipped, also without script, and due again', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    kontor.clock.now = Date.parse('2026-03-30T12:00:00Z')
    const user = await kontor.createUser('finance')
    const { template } = await add(user, '2026-01-31')
    const skip = (month: string, method = 'PUT') =>
      readResult(user.fetch(`${templates}/${template}/skipped-months/${month}`, { method, json: {} }))
    expect([await skip('2026-01'), await skip('2026-01'), await skip('2026-13')]).toEqual([
      '200',
      '200',
      '422 invalid-input /month',
    ])
    expect(await listDue(user)).toEqual([['2026-02']])
    const body = new URLSearchParams({ _endpoint: 'skipMonth', template, month: '2026-02' })
    expect((await user.fetch('/finance', { method: 'POST', body })).status).toBe(303)
    expect(await listDue(user)).toEqual([[]])
    expect(await (await user.fetch('/finance?action=templates')).text()).toContain('Restore Feb 2026')
    expect([await skip('2026-02', 'DELETE'), await skip('2026-02', 'DELETE')]).toEqual(['200', '200'])
    expect(await listDue(user)).toEqual([['2026-02']])
    // A skipped month can still be posted.
    const json = { memo: 'Rent', lines, template, month: '2026-01' }
    expect(await readResult(user.fetch(entries, { json }))).toBe('201')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the page shows those of amounts whose sum is out of the exact range', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    const highest = [
      { account: '5602.1', debit: '90071992547409.91' },
      { account: '3001', credit: '90071992547409.91' },
    ]
    for (const templateName of ['Rent', 'Power']) {
      const json = { templateName, memo: templateName, firstDay: '2026-03-01', lines: highest }
      expect((await user.fetch(templates, { json })).status).toBe(201)
    }
    const page = await user.fetch('/finance', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect((await page.text()).match(/90,071,992,547,409\.91/g)).toHaveLength(2)
  })

  test('what makes no template is refused', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    const send = (json: object) =>
      readResult(
        user.fetch(templates, { json: { templateName: 'Rent', memo: 'Rent', firstDay: '2026-03-01', lines, ...json } }),
      )
    expect(await send({ templateName: ' ' })).toBe('422 invalid-input /templateName')
    expect(await send({ firstDay: '2026-02-30' })).toBe('422 invalid-input /firstDay')
    expect(await send({ lines: [lines[0]] })).toBe('422 invalid-input /lines')
    const { template } = await add(user, '2026-03-01')
    const post = (json: object) => readResult(user.fetch(entries, { json: { memo: 'Rent', lines, ...json } }))
    expect(await post({ template })).toBe('422 invalid-input /month')
    expect(await post({ template: 'missing', month: '2026-03' })).toBe('422 invalid-input /template')
    expect(await post({ template, month: '2026-13' })).toBe('422 invalid-input /month')
    expect(await post({ month: '2026-03' })).toBe('422 invalid-input /template')
    const viewer = await kontor.createUser('viewer')
    expect(await readResult(viewer.fetch(templates))).toBe('403 permission-denied')
    expect(await readResult(viewer.fetch(templates, { json: {} }))).toBe('403 permission-denied')
  })
})
