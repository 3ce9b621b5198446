import { permissions as allPermissions } from '#shared/permissions.ts'
import UsersPage from '#client/staff/users-page.tsx'
import { staff } from '#shared/messages/zh/staff.ts'
import { usersQuery } from '#shared/staff/inputs.ts'
import type { UserRow } from '#shared/staff/views.ts'
import type { StaffTabView, UsersView } from '#shared/staff/page-views.ts'
import { getPanel, getSection, getTextsByRole, now, renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { preloadOverlays } from '#client/pages.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

beforeAll(() => preloadOverlays('users'))

const dayMs = 86_400_000
const createRow = (name: string, changes: Partial<UserRow>): UserRow => ({
  id: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@qinghe.example`,
  role: 'operations',
  status: 'active',
  createdAt: now - 90 * dayMs,
  lastSeenAt: now - 60_000,
  hasSecondFactor: false,
  actions: [],
  ...changes,
})

const zhou = createRow('Zhou', { actions: ['suspend'] })
const xu = createRow('Xu', { role: null, status: 'pending', lastSeenAt: null, actions: ['approve', 'reject'] })
const sun = createRow('Sun', { status: 'suspended', lastSeenAt: now - 40 * dayMs, actions: ['restore'] })
const mao = createRow('Mao', { role: null, status: 'archived', lastSeenAt: null, actions: ['reopen'] })
const pan = createRow('Pan', { lastSeenAt: now - 40 * dayMs })

const view: UsersView & { content: StaffTabView } = {
  tabs: ['staff'],
  content: {
    tab: 'staff',
    missingPermission: null,
    rows: [createRow('Anna', { role: 'owner' }), pan, sun, zhou],
    next: null,
    previous: null,
    count: { exact: 4 },
    inactiveCount: 1,
    views: [],
    queryErrors: [],
    searchError: null,
    requests: { rows: [xu], count: { exact: 1 } },
  },
  user: null,
  account: null,
  grantable: ['admin', 'finance', 'operations', 'viewer'],
}
const withRequests = (...rows: UserRow[]): UsersView['content'] => ({
  ...view.content,
  requests: { rows, count: { exact: rows.length } },
})

const renderPage = (data: UsersView, query: Record<string, string> = {}) =>
  renderOnServer(<UsersPage query={usersQuery.parse(query)} data={data} form={null} />)

const findForm = (body: ReturnType<typeof renderPage>, endpoint: string) =>
  [...body.querySelectorAll('form')].find(
    (form) => form.querySelector('[name=_endpoint]')?.getAttribute('value') === endpoint,
  )

describe('access requests', () => {
  test('are approved with a role that the user can assign, lowest first, by a form that works without script', () => {
    const form = findForm(renderPage(view), 'approveUser')
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.querySelector('[name=id]')?.getAttribute('value')).toBe('xu')
    expect([...(form?.querySelectorAll('option') ?? [])].map((option) => option.textContent)).toEqual([
      'Viewer',
      'Operations',
      'Finance',
      'Admin',
    ])
    expect(findForm(renderPage(view), 'rejectUser')?.querySelector('[name=id]')?.getAttribute('value')).toBe('xu')
  })

  test('have no buttons for users without the permission', () => {
    const body = renderPage({ ...view, content: withRequests({ ...xu, actions: [] }), grantable: [] })
    expect(getTextsByRole(body, 'region', { name: 'Access requests' })[0]).toContain('xu@qinghe.example')
    expect(findForm(body, 'approveUser')).toBeUndefined()
    expect(findForm(body, 'rejectUser')).toBeUndefined()
  })

  test('explain how to request access when there are none', () => {
    expect(within(renderPage({ ...view, content: withRequests() })).getByText(/\/register/)).toBeDefined()
  })
})

describe('the list of users', () => {
  test('shows role, status and last visit, and counts the users who have not been active', () => {
    const body = renderPage(view)
    const row = within(body).getByRole('row', { name: /Zhou/ })
    expect(row.textContent).toBe('ZHZhouzhou@qinghe.exampleOperationsActiveOff14:1927 Aug')
    expect(body.textContent).toContain('4 people · 1 inactive for more than 30 days')
  })

  test('is filtered by text, role and status in a GET form, and every filter can be removed', () => {
    const body = renderPage(view, { q: 'zh', role: 'operations', status: 'active', menu: 'filter' })
    const fields = [...body.querySelectorAll('form[role=search] [name]')].map((field) => field.getAttribute('name'))
    expect(new Set(fields)).toEqual(new Set(['q', 'role', 'status', 'factor', 'seen']))
    const removeLinks = within(body).getAllByRole('link', { name: /^Remove / })
    expect(removeLinks.map((link) => link.getAttribute('href'))).toEqual([
      '/users?role=operations&status=active',
      '/users?q=zh&status=active',
      '/users?q=zh&role=operations',
    ])
  })

  test('says so when no user matches', () => {
    const body = renderPage({ ...view, content: { ...view.content, rows: [] } }, { q: 'nobody' })
    expect(getTextsByRole(body, 'heading', { level: 2 })).toContain('No matching data')
  })

  test('names the missing permission and the roles that have it', () => {
    const body = renderPage({
      tabs: [],
      content: { tab: 'staff', missingPermission: 'users.view' },
      user: null,
      account: null,
      grantable: [],
    })
    expect(within(body).getByText(/Owner and Admin/)).toBeDefined()
    expect(body.querySelectorAll('table, form')).toHaveLength(0)
  })
})

describe('an open user', () => {
  const renderUser = (row: UserRow, sessionCount: number) =>
    renderPage(
      {
        ...view,
        user: {
          ...row,
          denial: null,
          canReset: false,
          canRemoveFactors: false,
          sessions: [],
          canEndSessions: false,
          sessionCount,
          events: [],
        },
      },
      { user: row.id, q: 'z' },
    )

  test('shows every permission, granted or with the roles that have it', () => {
    const texts = getTextsByRole(getSection(renderUser(zhou, 2), /permissions/), 'listitem')
    expect(texts).toContain('Allowed: Ship orders')
    expect(texts).toContain('Not allowed: View 财务明细Owner, Admin, Finance')
    expect(texts).toHaveLength(allPermissions.length)
  })

  test('is suspended only after a confirmation that names the consequence, without script too', () => {
    const details = findForm(renderUser(zhou, 2), 'suspendUser')?.closest('details')
    expect(details?.hasAttribute('open')).toBe(false)
    expect(details?.textContent).toContain('All 2 active sessions end immediately')
    expect(details?.querySelector('form [name=_endpoint]')?.getAttribute('value')).toBe('suspendUser')
    expect(details?.querySelector('form [name=id]')?.getAttribute('value')).toBe('zhou')
  })

  test('has a space around the name in Chinese only if it is Latin', () => {
    const titled = (name: string) => staff.suspendTitle(name) + staff.roleFor(name)
    expect(titled('Zhou Min')).toBe('停用 Zhou Min？Zhou Min 的角色')
    expect(titled('周敏')).toBe('停用周敏？周敏的角色')
  })

  test('shows only the actions that are allowed', () => {
    expect(findForm(renderUser(sun, 0), 'restoreUser')).toBeDefined()
    expect(findForm(renderUser(sun, 0), 'suspendUser')).toBeUndefined()
    expect(findForm(renderUser(mao, 0), 'reopenUser')?.querySelector('[name=id]')?.getAttribute('value')).toBe('mao')
    expect(getPanel(renderUser(pan, 1)).querySelectorAll('form')).toHaveLength(0)
  })

  test('closes to the unchanged list', () => {
    expect(
      within(getPanel(renderUser(zhou, 2)))
        .getByRole('link', { name: 'Close' })
        .getAttribute('href'),
    ).toBe('/users?q=z')
  })

  test('has a message when it does not exist', () => {
    const body = renderPage({ ...view, user: { missing: 'nobody' } }, { user: 'nobody' })
    expect(getTextsByRole(getPanel(body), 'heading')).toEqual(['Account not found'])
  })
})
