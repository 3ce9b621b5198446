import { permissions as allRights } from '#shared/permissions.ts'
import UsersPage from '#client/staff/users-page.tsx'
import { zh } from '#shared/messages/zh.ts'
import { usersQuery } from '#shared/staff/inputs.ts'
import type { UserRow, UsersView } from '#shared/staff/views.ts'
import { now, serverRendered, textsOf } from '#tests/client/screen.tsx'
import { describe, expect, test } from 'bun:test'

const dayMs = 86_400_000
const person = (name: string, more: Partial<UserRow>): UserRow => ({
  id: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@qinghe.example`,
  role: 'operations',
  status: 'active',
  createdAt: now - 90 * dayMs,
  lastSeenAt: now - 60_000,
  actions: [],
  ...more,
})

const zhou = person('Zhou', { actions: ['suspend'] })
const xu = person('Xu', { role: null, status: 'pending', lastSeenAt: null, actions: ['approve', 'reject'] })
const sun = person('Sun', { status: 'suspended', lastSeenAt: now - 40 * dayMs, actions: ['restore'] })
const pan = person('Pan', { lastSeenAt: now - 40 * dayMs })

const view: Extract<UsersView, { missingPermission: null }> = {
  missingPermission: null,
  pending: [xu],
  rows: [person('Anna', { role: 'owner' }), pan, sun, zhou],
  user: null,
  grantable: ['admin', 'finance', 'operations', 'viewer'],
}

const page = (data: UsersView, query: Record<string, string> = {}) =>
  serverRendered(<UsersPage query={usersQuery.parse(query)} data={data} form={null} />)

const formOf = (body: ReturnType<typeof page>, endpoint: string) =>
  [...body.querySelectorAll('form')].find(
    (form) => form.querySelector('[name=_endpoint]')?.getAttribute('value') === endpoint,
  )

describe('those who wait', () => {
  test('are let in with a role that the reader may give, the least first, by a form that needs no script', () => {
    const form = formOf(page(view), 'approveUser')
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.querySelector('[name=id]')?.getAttribute('value')).toBe('xu')
    expect([...(form?.querySelectorAll('option') ?? [])].map((option) => option.textContent)).toEqual([
      'Viewer',
      'Operations',
      'Finance',
      'Admin',
    ])
    expect(formOf(page(view), 'rejectUser')?.querySelector('[name=id]')?.getAttribute('value')).toBe('xu')
  })

  test('have no buttons for a reader who may not act', () => {
    const body = page({ ...view, pending: [{ ...xu, actions: [] }], grantable: [] })
    expect(textsOf(body, '.pending__row')[0]).toContain('xu@qinghe.example')
    expect(formOf(body, 'approveUser')).toBeUndefined()
    expect(formOf(body, 'rejectUser')).toBeUndefined()
  })

  test('are told how to come when there are none', () => {
    expect(textsOf(page({ ...view, pending: [] }), '.registration-hint')[0]).toContain('/register')
  })
})

describe('the staff', () => {
  test('is listed with role, status and last visit, and counts who stayed away', () => {
    const body = page(view)
    expect(textsOf(body, '.users tbody tr')[3]).toBe('ZHZhouzhou@qinghe.exampleOperationsActive14:1927 Aug')
    expect(textsOf(body, '.foot .num')).toEqual(['4 people · 1 has not been here for more than 30 days'])
  })

  test('is filtered by word, role and status in a GET form, and every filter can be dropped', () => {
    const body = page(view, { q: 'zh', role: 'operations', status: 'active' })
    const fields = [...body.querySelectorAll('form[role=search] [name]')].map((field) => field.getAttribute('name'))
    expect(fields).toEqual(['q', 'role', 'status'])
    const drops = [...body.querySelectorAll('.chip__x')].map((chip) => chip.getAttribute('href'))
    expect(drops).toEqual([
      '/users?role=operations&status=active',
      '/users?q=zh&status=active',
      '/users?q=zh&role=operations',
    ])
  })

  test('says so when nobody matches', () => {
    expect(textsOf(page({ ...view, rows: [] }, { q: 'nobody' }), '.empty h2')).toEqual(['No matching data'])
  })

  test('is closed to a reader without the right, with its name and who has it', () => {
    const body = page({ missingPermission: 'users.view' })
    expect(textsOf(body, '.empty')[0]).toContain('Owner and Admin')
    expect(body.querySelectorAll('table, form')).toHaveLength(0)
  })
})

describe('one person beside the list', () => {
  const withUser = (row: UserRow, sessionCount: number) =>
    page({ ...view, user: { ...row, sessionCount, events: [] } }, { user: row.id, q: 'z' })

  test('shows every right, ticked or with the roles that carry it', () => {
    const rights = textsOf(withUser(zhou, 2), '.rights li')
    expect(rights).toContain('may Ship orders')
    expect(rights).toContain('may not See 财务明细Owner, Admin, Finance')
    expect(rights).toHaveLength(allRights.length)
  })

  test('is suspended only after the consequence was named, without script too', () => {
    const details = withUser(zhou, 2).querySelector('details.suspend')
    expect(details?.hasAttribute('open')).toBe(false)
    expect(details?.textContent).toContain('All 2 open sessions end at once')
    expect(details?.querySelector('form [name=_endpoint]')?.getAttribute('value')).toBe('suspendUser')
    expect(details?.querySelector('form [name=id]')?.getAttribute('value')).toBe('zhou')
  })

  test('is named in Chinese with a space only where the name is Latin', () => {
    const titled = (name: string) => zh.staff.suspendTitle(name) + zh.staff.roleFor(name)
    expect(titled('Zhou Min')).toBe('停用 Zhou Min？Zhou Min 的角色')
    expect(titled('周敏')).toBe('停用周敏？周敏的角色')
  })

  test('is offered only what the reader may do', () => {
    expect(formOf(withUser(sun, 0), 'restoreUser')).toBeDefined()
    expect(formOf(withUser(sun, 0), 'suspendUser')).toBeUndefined()
    expect(withUser(pan, 1).querySelectorAll('.panel form')).toHaveLength(0)
  })

  test('closes to the list as it was', () => {
    expect(withUser(zhou, 2).querySelector('.panel__close')?.getAttribute('href')).toBe('/users?q=z')
  })

  test('may not exist', () => {
    const body = page({ ...view, user: { missing: 'nobody' } }, { user: 'nobody' })
    expect(textsOf(body, '.panel h2')).toEqual(['There is no such account'])
  })
})
