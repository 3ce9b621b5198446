import {
  type Permission,
  permissions,
  type Role,
  findRole,
  builtInRoles,
  requiredPermissions,
  roleHasPermission,
} from '#shared/permissions.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { payloadPath } from '#shared/routes/pages.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { createRole } from '#tests/support/create-role.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

/** Personal values of a customer, and what only those who see them may get. */
const personal = {
  customerName: 'Wilhelmina Quist',
  email: 'wilhelmina@quist.example',
  phone: '+86 138 0013 8000',
  note: 'Leave it with the neighbor',
}
const street = '17 Heliotrope Lane'
const colleague = 'someone.else@kontor.example'

/** What the payload of a page contains only for users with a permission. */
const guarded: readonly [permission: Permission, texts: readonly string[]][] = [
  ['customers.view_personal', [...Object.values(personal), street]],
  ['users.view', [colleague]],
  ['finance.view', ['"postings":[{', '"closingMinor"', '"inMinor"']],
]

/** A role that sees everything but what one permission guards. */
const allBut = (permission: Permission): Permission[] =>
  permissions.filter((each) => each !== permission && !needs(each, permission))
const needs = (permission: Permission, required: Permission): boolean =>
  requiredPermissions(permission).includes(required)

onSqlite((open) => {
  let kontor: TestKontor
  let owner: TestUser
  let order: OrderView
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    await kontor.createUser('operations', { email: colleague })
    const address = {
      ...createDraft(1).shippingAddress,
      name: personal.customerName,
      line1: street,
      phone: personal.phone,
    }
    await importAsOperator(kontor.kontor, [
      createDraft(1, { ...personal, shippingAddress: address, billingAddress: address }),
    ])
    order = (await (await owner.fetch('/api/orders/SO260301-00001')).json()) as OrderView
  })

  const read = async (user: TestUser): Promise<string> => {
    const urls = [
      '/',
      '/orders',
      '/orders?q=quist',
      `/orders?order=${order.number}`,
      `/orders?order=${order.number}&version=1`,
      `/orders?order=${order.number}&customer=${order.customerNumber}`,
      '/finance',
      '/users',
      '/users?tab=roles',
      '/test',
    ]
    const texts = await Promise.all(
      urls.map(async (url) => {
        const [path = '', query = ''] = url.split('?')
        const response = await user.fetch(`${payloadPath(path)}?${query}`)
        expect([url, response.status]).toEqual([url, 200])
        const { pageState, ownRoles } = (await response.json()) as { pageState: unknown; ownRoles: unknown }
        return JSON.stringify([pageState, ownRoles])
      }),
    )
    return texts.join('\n')
  }
  const expectOnlyAllowed = (payloads: string, role: Pick<Role, 'permissions'> | undefined): void => {
    for (const [permission, texts] of guarded)
      for (const text of texts)
        if (!roleHasPermission(role, permission))
          expect([permission, payloads.includes(text) && text]).toEqual([permission, false])
  }

  test('personal data is revealed by a request that is recorded, with and without script', async () => {
    const support = await kontor.createUser(
      await createRole(owner, ['orders.view', 'customers.reveal_personal', 'events.view']),
    )
    const viewer = await kontor.createUser('viewer')
    const url = `/api/orders/${order.number}/reveals`
    expect((await viewer.fetch(url, { method: 'POST' })).status).toBe(403)
    expectOnlyAllowed(await read(support), {
      permissions: permissions.filter((each) => each !== 'customers.view_personal'),
    })
    const revealed = await (await support.fetch(url, { method: 'POST' })).text()
    for (const text of [...Object.values(personal), street]) expect(revealed).toContain(text)
    const page = await support.fetch(`/orders?order=${order.number}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept': 'text/html' },
      body: new URLSearchParams({ _endpoint: 'revealOrder', number: order.number }).toString(),
    })
    expect(await page.text()).toContain(street)
    const { events } = (await (await owner.fetch(`/api/orders/${order.number}`)).json()) as OrderView
    const reveals = events.filter(({ action }) => action === 'customer.revealed')
    expect(reveals.map(({ actor }) => actor)).toEqual([support.name, support.name])
    expect(JSON.stringify(reveals)).not.toContain(street)
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  })

  describe('the payloads of all pages', () => {
    test('contain for an owner what the others must not get', async () => {
      const payloads = await read(owner)
      for (const [permission, texts] of guarded)
        expect([permission, texts.some((text) => payloads.includes(text))]).toEqual([permission, true])
      for (const text of [...Object.values(personal), street, colleague]) expect(payloads).toContain(text)
    })

    test.each(builtInRoles)('contain for a %s nothing that the role may not see', async (role) => {
      expectOnlyAllowed(await read(await kontor.createUser(role)), findRole(role, []))
    })

    test.each(guarded.map(([permission]) => permission))(
      'contain nothing of %s for a role that has all other permissions',
      async (permission) => {
        const others = allBut(permission)
        expectOnlyAllowed(await read(await kontor.createUser(await createRole(owner, others))), { permissions: others })
      },
    )
  })
})
